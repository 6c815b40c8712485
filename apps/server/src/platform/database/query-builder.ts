import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type RawBuilder,
} from 'kysely'
import type { DB } from './types.ts'

export type RunStatement = <Row>(text: string, values?: unknown[]) => Promise<{ rows: Row[]; rowCount: number }>

const refuse = async () => {
  throw new Error('asActor is the transaction.')
}
/** A driver that has no connections, because each transaction brings its own, and that refuses to begin or end a transaction. */
const driver = Object.assign(new DummyDriver(), {
  beginTransaction: refuse,
  commitTransaction: refuse,
  rollbackTransaction: refuse,
})
const dialect: Dialect = {
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => driver,
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
}

/** Builds queries for `Db.readAs` without a connection. */
export const queryBuilder = new Kysely<DB>({ dialect }).withSchema('app')

/** Compiles a query of plain SQL. The query itself must name the schema of each table. */
export const compileSql = <Row>(query: RawBuilder<Row>): CompiledQuery<Row> => query.compile(withoutSchema)
const withoutSchema = queryBuilder.withoutPlugins()

/** The compiler and the plugin of all query builders. Creating them takes longer than compiling a query. */
const executor = queryBuilder.getExecutor()

/** Returns a query builder that runs its queries with `run`, the function of one transaction. */
export function createQueryBuilder(run: RunStatement): Kysely<DB> {
  const connection: DatabaseConnection = {
    async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
      const { rows, rowCount } = await run<Row>(query.sql, query.parameters as unknown[])
      return { rows, numAffectedRows: BigInt(rowCount) }
    },
    streamQuery() {
      throw new Error('Rows are read by pages here, not as a stream.')
    },
  }
  const ownExecutor = executor.withConnectionProvider({ provideConnection: (use) => use(connection) })
  return new Kysely<DB>({ config: { dialect }, dialect, driver, executor: ownExecutor })
}
