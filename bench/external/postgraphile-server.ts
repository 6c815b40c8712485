// PostGraphile 5 on the product's database, with its roles and row policies. The product's login reader reads the login of each request. The schema
// is the one that PostGraphile derives from the tables, with one added condition: sessions that have begun.
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import pg from 'pg'
import { postgraphile } from 'postgraphile'
import { makePgService } from 'postgraphile/adaptors/pg'
import { grafserv } from 'postgraphile/grafserv/node'
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber'
import { addPgTableCondition } from 'postgraphile/utils'
import { createLoginReader } from '../../apps/server/src/platform/auth/login/login.ts'
import { openAuthPool } from '../../apps/server/src/platform/auth/pool.ts'
import { connectionOptions } from '../../apps/server/src/platform/database/pools.ts'
import type { Secrets } from '../../apps/server/src/platform/secrets/secrets.ts'

type Setting = { url: string; secrets: Secrets; pgSettings: Record<string, string> }
const { url, secrets, pgSettings } = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as Setting
const auth = openAuthPool(connectionOptions(url, 'attune_auth_app', secrets), () => {})
const logins = createLoginReader(
  auth.query,
  { now: () => new Date() },
  { authSecret: secrets.authSecret, idleMinutes: () => 60 },
)
const { connectionString, options } = connectionOptions(url, 'attune_login', secrets)

const startedCondition = addPgTableCondition(
  { schemaName: 'app', tableName: 'session' },
  'startedBefore',
  ({ graphql: { GraphQLString } }) => ({ type: GraphQLString }),
  (value, { sql, sqlTableAlias }) => sql`${sqlTableAlias}.starts_at <= ${sql.value(String(value))}::timestamptz`,
)

const instance = postgraphile({
  extends: [PostGraphileAmberPreset],
  plugins: [startedCondition],
  // The role of the pool has no rights, so PostGraphile would omit every table.
  disablePlugins: ['PgRBACPlugin'],
  pgServices: [makePgService({ pool: new pg.Pool({ connectionString, options, max: 10 }), schemas: ['app'] })],
  grafserv: { graphqlPath: '/graphql', graphiql: false, websockets: false, watch: false },
  grafast: {
    explain: false,
    async context({ node }) {
      const { headers } = (node as { req: IncomingMessage }).req
      const login = await logins.read(new Headers({ cookie: headers.cookie ?? '' }))
      if (!login) throw new Error('no account is signed in')
      return { pgSettings: { role: `attune_app_${login.role}`, 'app.actor': login.userId, ...pgSettings } }
    },
  },
})
const server = createServer()
await instance.createServ(grafserv).addTo(server)
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  console.log(`Attune is running at http://localhost:${typeof address === 'object' ? address?.port : ''}`)
})
process.on('SIGTERM', () => process.exit(0))
