/** A figure that is read when the metrics are asked for. */
export interface Reading {
  name: string
  help: string
  /** The one label, and a value for each of its values; a figure without label has its value alone. */
  values: number | { label: string; by: Readonly<Record<string, number>> }
}

/** Readings in the text format of Prometheus; a name that ends in `_total` only grows. */
export const readingsText = (readings: readonly Reading[]): string =>
  readings
    .flatMap(({ name, help, values }) => [
      `# HELP ${name} ${help}`,
      `# TYPE ${name} ${name.endsWith('_total') ? 'counter' : 'gauge'}`,
      ...(typeof values === 'number'
        ? [`${name} ${values}`]
        : Object.entries(values.by).map(([value, one]) => `${name}{${values.label}="${value}"} ${one}`)),
    ])
    .map((line) => `${line}\n`)
    .join('')

/** A figure from its parts. */
export const reading = (name: string, help: string, values: Reading['values']): Reading => ({
  name,
  help,
  values,
})
