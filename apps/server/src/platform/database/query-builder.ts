import {
  type CompiledQuery,
  type DatabaseConnection,
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

/** Builds queries for `Db.readAs` without a connection. */
export const queryBuilder = new Kysely<DB>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
}).withSchema('app')

/** Compiles a query of plain SQL. The query itself must name the schema of each table. */
export const compileSql = <Row>(query: RawBuilder<Row>): CompiledQuery<Row> => query.compile(withoutSchema)
const withoutSchema = queryBuilder.withoutPlugins()

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
  const refuse = async () => {
    throw new Error('asActor is the transaction.')
  }
  return new Kysely<DB>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
      createDriver: () => ({
        init: async () => {},
        acquireConnection: async () => connection,
        beginTransaction: refuse,
        commitTransaction: refuse,
        rollbackTransaction: refuse,
        releaseConnection: async () => {},
        destroy: async () => {},
      }),
    },
  }).withSchema('app')
}
