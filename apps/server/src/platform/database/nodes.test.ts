import { hostname } from 'node:os'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { startSharedApp } from '../../testing/app.ts'
import { cloneDatabase, runQuery, testSecrets } from '../../testing/database/database.ts'
import { StartError } from '../process/start-error.ts'
import { version } from '../process/version.ts'
import { connectionsNote, nodeConnectionName, readNodes, requireSameSecrets } from './nodes.ts'
import { connectionOptions } from './pools.ts'

const app = await startSharedApp()
const otherSecrets = { ...testSecrets, cookieKey: 'another' }

test('a running server is known by its version and host, and none of its secrets is in the name', async () => {
  const [node, ...others] = await readNodes(app.databaseUrl)
  expect(others).toEqual([])
  expect(node).toMatchObject({ version, host: hostname().slice(0, node?.host.length) })
  const { dbPasswords, ...keys } = testSecrets
  for (const secret of [...Object.values(keys), ...Object.values(dbPasswords)])
    expect(nodeConnectionName(testSecrets)).not.toContain(secret.slice(0, 16))
})

test('a second server with the same secrets may start, and one with others is told whose it needs @slow', async () => {
  await expect(requireSameSecrets(app.databaseUrl, testSecrets)).resolves.toBeUndefined()
  const refusal = await requireSameSecrets(app.databaseUrl, otherSecrets).catch((reason: unknown) => reason)
  expect(refusal).toBeInstanceOf(StartError)
  expect((refusal as StartError).message).toContain(`, version ${version}) uses this database with other secrets.`)
})

test('after the server has ended, a server with other secrets may start', async () => {
  const { url, drop } = await cloneDatabase(inject('adminUrl'))
  const server = await openNode(url)
  const start = requireSameSecrets(url, otherSecrets)
  await server.end()
  await expect(start).resolves.toBeUndefined()
  await drop()
})

test('a server for which the database has too few connections says how many are needed @slow', async () => {
  const { url, drop } = await cloneDatabase(inject('adminUrl'))
  expect(await connectionsNote(url)).toEqual([])
  const [row] = await runQuery<{ allowed: number }>(
    url,
    `select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as allowed`,
  )
  const allowed = row?.allowed ?? 0
  const fitting = Math.floor(allowed / 24)
  const nodes = await Promise.all(Array.from({ length: fitting }, () => openNode(url)))
  expect(await connectionsNote(url)).toEqual([
    `The database allows ${allowed} connections, and ${fitting + 1} servers need up to ${(fitting + 1) * 24}. Raise max_connections in Postgres.`,
  ])
  await Promise.all(nodes.map((node) => node.end()))
  await drop()
})

/** Opens the connection by which a server is known. */
async function openNode(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    ...connectionOptions(url, 'attune_relay', testSecrets),
    application_name: nodeConnectionName(testSecrets),
  })
  await client.connect()
  return client
}
