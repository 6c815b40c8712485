import { spawnSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type * as Practices from './practice.ts'
import type * as Servers from './server.ts'

/** The product of a checkout, running with a practice of its own. */
export type RunningCheckout = {
  address: string
  /** Returns the cookie, as `name=value`, of a signed-in person. */
  cookieOf(as: 'therapist' | 'client', person: number): string
  close(): Promise<void>
}

/** The checkout that contains this file. */
export const thisCheckout = join(import.meta.dirname, '..')

/**
 * Starts the product of a checkout whose packages are installed. The practice, the server and the web app are those of that checkout. The practice
 * has 10,000 sessions, 200 of them for each measured therapist. Throws an error if the web app cannot be built.
 */
export async function startCheckout(folder: string): Promise<RunningCheckout> {
  const at = (file: string) => pathToFileURL(join(resolve(folder), 'bench', file)).href
  buildWeb(folder)
  const practices = (await import(at('practice.ts'))) as typeof Practices
  const servers = (await import(at('server.ts'))) as typeof Servers
  const practice = await practices.createBenchPractice(10_000, 200)
  const server = await servers.startBenchServer({ DATABASE_URL: practice.url, ATTUNE_DATA: practice.dataDir })
  return {
    address: server.address,
    cookieOf: (as, person) => practices.headersOf(practice, server.address, as, person).cookie,
    async close() {
      await server.stop()
      await practice.close()
    },
  }
}

function buildWeb(folder: string): void {
  const build = spawnSync(process.execPath, ['tools/build-web.mjs'], { cwd: folder, encoding: 'utf8' })
  if (build.status !== 0) throw new Error(`the web app in ${folder} was not built:\n${build.stdout}${build.stderr}`)
}
