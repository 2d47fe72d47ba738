import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Campaigns that take a minute or more. Their files are short, for which vitest would begin them last: all would wait for them. */
const LONG =
  /\/(anchor|backfill|daily_workflow|kill|pipeline_faults|queue|run|start_and_stop|store)\.test\.ts$/

/** The order of test files: those that take long first. */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return [
      ...sorted.filter(({ moduleId }) => LONG.test(moduleId)),
      ...sorted.filter(({ moduleId }) => !LONG.test(moduleId)),
    ]
  }
}
