import pg from 'pg'

/** A statement of a batch. `name` is the name of its prepared statement on each connection. */
type Statement = { text: string; values: unknown[]; name: string }
/** The result of one statement. */
export type StatementResult<Row> = {
  rows: Row[]
  /** The number of returned or changed rows; null for a command that has none. */
  rowCount: number | null
  /** The name of the command, such as `SELECT`. */
  command: string
}

type Waiting = Statement & PromiseWithResolvers<StatementResult<never>> & { result?: Result }
/** The members of `pg`'s result and connection that a custom query needs and that the types of `pg` omit. */
type Result = StatementResult<never> & {
  addFields(fields: unknown): void
  addCommandComplete(message: unknown): void
  parseRow(fields: unknown): never
}
type Connection = {
  stream: { cork(): void; uncork(): void }
  parsedStatements: Record<string, string | undefined>
  submittedNamedStatements: Record<string, string | undefined>
  parse(statement: { text: string; name: string }): void
  bind(portal: { portal: string; statement: string; values: unknown[] }): void
  describe(what: { type: 'P'; name: string }): void
  execute(portal: { portal: string }): void
  sync(): void
}
type BaseQuery = new (config: { text: string }) => {
  _result: { _types: unknown }
  callback?: (error: unknown, result?: unknown) => void
}
const { Query, Result, utils } = pg as unknown as {
  Query: BaseQuery
  utils: { prepareValue(value: unknown): unknown }
  Result: new (rowMode: undefined, types: unknown) => Result
}

/**
 * A query that sends several statements with a single `Sync` at the end; `pg` itself sends one `Sync` per statement. Postgres then writes all
 * results at once. After a failed statement, Postgres skips the remaining statements, which fail with the same error.
 */
class Batch extends Query {
  readonly statements: Waiting[]
  /** The number of completed statements. Results arrive in the order of the statements. */
  #done = 0
  #unreadable: unknown

  constructor(statements: Waiting[]) {
    super({ text: '' })
    this.statements = statements
  }

  // `pg` reads `name` and `text` after Postgres has parsed a statement, to remember the prepared statement.
  get name() {
    return this.statements[this.#done]?.name
  }
  set name(_) {}
  get text() {
    return this.statements[this.#done]?.text
  }
  set text(_) {}

  /** Sends the statements. Returns an error if nothing was sent. */
  submit(connection: Connection): unknown {
    let prepared: unknown[][]
    try {
      prepared = this.statements.map(({ values }) => values.map((value) => utils.prepareValue(value)))
    } catch (error) {
      return error
    }
    connection.stream.cork()
    for (const [index, { name, text }] of this.statements.entries()) {
      if (connection.parsedStatements[name] === undefined && connection.submittedNamedStatements[name] === undefined) {
        connection.parse({ text, name })
        connection.submittedNamedStatements[name] = text
      }
      connection.bind({ portal: '', statement: name, values: prepared[index] ?? [] })
      connection.describe({ type: 'P', name: '' })
      connection.execute({ portal: '' })
    }
    connection.sync()
    connection.stream.uncork()
    return null
  }

  handleRowDescription({ fields }: { fields: unknown }): void {
    this.#current().addFields(fields)
  }

  handleDataRow({ fields }: { fields: unknown }): void {
    try {
      const result = this.#current()
      result.rows.push(result.parseRow(fields))
    } catch (error) {
      this.#unreadable ??= error
    }
  }

  handleCommandComplete(message: unknown): void {
    this.#current().addCommandComplete(message)
    this.#done++
  }

  handleEmptyQuery(): void {
    this.#done++
  }

  handleReadyForQuery(connection: Connection): void {
    if (this.#unreadable) return this.handleError(this.#unreadable, connection)
    for (const statement of this.statements) statement.resolve(statement.result ?? this.#newResult())
    this.callback?.(null)
  }

  handleError(error: unknown, connection: Connection): void {
    // Postgres skipped these statements, so it did not prepare the new ones among them.
    for (const { name } of this.statements.slice(this.#done)) delete connection.submittedNamedStatements[name]
    for (const statement of this.statements) statement.reject(error)
    this.callback?.(error)
  }

  #current(): Result {
    const statement = this.statements[this.#done]
    if (!statement) throw new Error('an answer without a statement')
    return (statement.result ??= this.#newResult())
  }

  readonly #newResult = () => new Result(undefined, this._result._types)
}

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
  client.query(new Batch(batch.statements) as unknown as pg.Submittable)
}
