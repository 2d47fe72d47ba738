import type { TakeView } from '../../pipeline/render/page_views.ts'

/** Links to a table as files, for the views of tests, which change their views. */
export const take = (): TakeView => ({
  csv_url: '/data/tables/list.csv',
  json_url: '/data/tables/list.json',
  rows: 'all 2 rows',
})
