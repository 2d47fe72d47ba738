// Holds a SQLite file on a thread of its own, so that a slow disk blocks nothing else. Plain JavaScript without imports
// of ours: a thread of Node starts without whatever reads TypeScript for the main one.
import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'

const connection = opened()
const prepared = new Map()

/** Requests of the main thread; each returns its reply. */
const work = {
  opened: () => {
    if (connection instanceof Error) throw connection
  },
  exec: (sql) => connection.exec(sql),
  rollBack: () => {
    // A full disk has rolled back by itself.
    if (connection.isTransaction) connection.exec('rollback')
  },
  all: (sql, values) => statement(sql).all(values),
  run: (sql, values) => Number(statement(sql).run(values).changes),
  close: () => {
    if (connection.isOpen) connection.close()
  },
}

parentPort.on('message', ({ id, what, sql, values }) => {
  try {
    parentPort.postMessage({ id, value: work[what](sql, values) })
  } catch (error) {
    // Only the text of an error is sent between threads.
    const { message, code, errcode, syscall } = error
    parentPort.postMessage({ id, error: { message, code, errcode, syscall } })
  }
})

function opened() {
  try {
    return new DatabaseSync(workerData)
  } catch (error) {
    return error
  }
}

function statement(sql) {
  const known = prepared.get(sql)
  if (known !== undefined) return known
  const made = connection.prepare(sql)
  prepared.set(sql, made)
  return made
}
