import pg from 'pg'
import { createTimeLimit, type TimeLimit } from './time-limit.ts'

/** A statement of a batch. `name` is the name of its prepared statement on each connection. */
type Statement = { text: string; values: unknown[]; name: string }
export type StatementResult<Row> = {
  rows: Row[]
  /** The number of returned or changed rows; null for a command that has none. */
  rowCount: number | null
  /** The name of the command, such as `SELECT`. */
  command: string
}

type Waiting = Statement & PromiseWithResolvers<StatementResult<never>> & { result?: StatementResult<never> }
/** The members of `pg`'s connection that a custom query needs and that the types of `pg` omit. */
type Connection = {
  stream: { cork(): void; uncork(): void; destroy(): void }
  parsedStatements: Record<string, string | undefined>
  submittedNamedStatements: Record<string, string | undefined>
  parse(statement: { text: string; name: string }): void
  bind(portal: { portal: string; statement: string; values: unknown[] }): void
  describe(what: { type: 'P'; name: string }): void
  execute(portal: { portal: string }): void
  sync(): void
}
type Field = { name: string; dataTypeID: number }
const { Query, utils } = pg as unknown as {
  Query: { prototype: object }
  utils: { prepareValue(value: unknown): unknown }
}

/** The columns of the rows that a prepared statement returns; null if it returns no rows. They never change on one connection. */
type Columns = { names: string[]; parsers: ((text: string) => unknown)[]; emptyRow: Record<string, unknown> } | null
const columnsByConnection = new WeakMap<Connection, Map<string, Columns>>()

function columnsOn(connection: Connection): Map<string, Columns> {
  const known = columnsByConnection.get(connection) ?? new Map<string, Columns>()
  columnsByConnection.set(connection, known)
  return known
}

const toColumns = (fields: Field[], types: pg.CustomTypesConfig): Columns => ({
  names: fields.map(({ name }) => name),
  parsers: fields.map(({ dataTypeID }) => types.getTypeParser(dataTypeID, 'text')),
  emptyRow: Object.fromEntries(fields.map(({ name }) => [name, null])),
})

/**
 * A query that sends several statements with a single `Sync` at the end; `pg` itself sends one `Sync` per statement. Postgres then writes all
 * results at once. After a failed statement, Postgres skips the remaining statements, which fail with the same error. The columns of a statement are
 * requested the first time that a connection executes it.
 */
class Batch {
  readonly statements: Waiting[]
  /** `pg` sets the type parsers of the connection here. */
  readonly _result: { _types?: pg.CustomTypesConfig } = {}
  /** If set, the batch fails with this error although Postgres has answered, as a query of `pg` does. */
  _canceledDueToError: unknown
  /** The number of completed statements. Results arrive in the order of the statements. */
  #done = 0
  #columns = new Map<string, Columns>()
  #unreadable: unknown
  readonly #onEnd: () => void

  constructor(statements: Waiting[], onEnd: () => void) {
    this.statements = statements
    this.#onEnd = onEnd
  }

  // `pg` reads `name` and `text` after Postgres has parsed a statement, to remember the prepared statement.
  get name() {
    return this.statements[this.#done]?.name
  }
  get text() {
    return this.statements[this.#done]?.text
  }

  /** Sends the statements. Returns an error if nothing was sent. */
  submit(connection: Connection): unknown {
    let prepared: unknown[][]
    try {
      prepared = this.statements.map(({ values }) => values.map((value) => utils.prepareValue(value)))
    } catch (error) {
      return error
    }
    this.#columns = columnsOn(connection)
    connection.stream.cork()
    for (const [index, { name, text }] of this.statements.entries()) {
      if (connection.parsedStatements[name] === undefined && connection.submittedNamedStatements[name] === undefined) {
        connection.parse({ text, name })
        connection.submittedNamedStatements[name] = text
      }
      connection.bind({ portal: '', statement: name, values: prepared[index] ?? [] })
      if (!this.#columns.has(name)) connection.describe({ type: 'P', name: '' })
      connection.execute({ portal: '' })
    }
    connection.sync()
    connection.stream.uncork()
    return null
  }

  handleRowDescription({ fields }: { fields: Field[] }): void {
    this.#columns.set(this.#current().name, toColumns(fields, this._result._types ?? pg.types))
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    try {
      const columns = this.#columns.get(this.#current().name)
      if (!columns) throw new Error('a row without columns')
      const { names, parsers, emptyRow } = columns
      const row = { ...emptyRow }
      for (let index = 0; index < fields.length; index++) {
        const field = fields[index] ?? null
        if (field !== null) row[names[index] ?? ''] = parsers[index]?.(field)
      }
      this.#result().rows.push(row as never)
    } catch (error) {
      this.#unreadable ??= error
    }
  }

  /** `text` is the name of the command with the number of its rows, such as `INSERT 0 1`. */
  handleCommandComplete({ text }: { text: string }): void {
    const { name } = this.#current()
    if (!this.#columns.has(name)) this.#columns.set(name, null)
    const words = text.split(' ')
    const count = Number(words.at(-1))
    const result = this.#result()
    result.command = words[0] ?? ''
    if (!Number.isNaN(count)) result.rowCount = count
    this.#done++
  }

  handleEmptyQuery(): void {
    this.#done++
  }

  handleReadyForQuery(connection: Connection): void {
    const failure = this.#unreadable ?? this._canceledDueToError
    if (failure) return this.handleError(failure, connection)
    this.#onEnd()
    for (const statement of this.statements) statement.resolve(statement.result ?? emptyResult())
  }

  handleError(error: unknown, connection: Connection): void {
    this.#onEnd()
    // Postgres skipped these statements, so it did not prepare the new ones among them.
    for (const { name } of this.statements.slice(this.#done)) delete connection.submittedNamedStatements[name]
    for (const statement of this.statements) statement.reject(error)
  }

  #current(): Waiting {
    const statement = this.statements[this.#done]
    if (!statement) throw new Error('an answer without a statement')
    return statement
  }

  #result(): StatementResult<never> {
    return (this.#current().result ??= emptyResult())
  }
}
// `pg` pipelines only instances of its class Query, so Batch inherits from it. Batch does not call the constructor of Query, because that call would
// take a tenth of the time of a small batch.
Object.setPrototypeOf(Batch.prototype, Query.prototype)

const emptyResult = (): StatementResult<never> => ({ rows: [], rowCount: null, command: '' })

type Pending = { statements: Waiting[]; timer: NodeJS.Immediate }
const pending = new WeakMap<pg.PoolClient, Pending>()

/**
 * Adds a statement to the batch of the current turn of the event loop. The batch is sent at the end of the turn, because a system call costs more
 * than a statement.
 */
export function sendInBatch<Row>(client: pg.PoolClient, statement: Statement): Promise<StatementResult<Row>> {
  const waiting: Waiting = { ...statement, ...Promise.withResolvers<StatementResult<never>>() }
  const batch = pending.get(client)
  if (batch) batch.statements.push(waiting)
  else pending.set(client, { statements: [waiting], timer: setImmediate(() => flushBatch(client)) })
  return waiting.promise
}

/** Sends the batch now. */
export function flushBatch(client: pg.PoolClient): void {
  const batch = pending.get(client)
  if (!batch) return
  clearImmediate(batch.timer)
  pending.delete(client)
  const { begin, end } = limitOf(client)
  const query: Batch = new Batch(batch.statements, () => end(query))
  begin(query)
  client.query(query as unknown as pg.Submittable)
}

const limits = new WeakMap<pg.PoolClient, TimeLimit<Batch>>()

function limitOf(client: pg.PoolClient): TimeLimit<Batch> {
  const known = limits.get(client)
  if (known) return known
  const { connection } = client as unknown as { connection: Connection }
  const limit = createTimeLimit<Batch>((late) => {
    late.handleError(new Error('Query read timeout'), connection)
    connection.stream.destroy()
  })
  limits.set(client, limit)
  return limit
}
