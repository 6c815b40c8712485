import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApp, type RunningApp } from '../apps/server/src/app.ts'
import { readConfig } from '../apps/server/src/platform/config/config.ts'
import { openLog } from '../apps/server/src/platform/log.ts'
import { openTestBrowser } from '../apps/server/src/testing/browser.ts'
import { createTestCluster } from '../apps/server/src/testing/database/cluster.ts'
import { createDatabase, testSecrets } from '../apps/server/src/testing/database/database.ts'
import { createPerson, openPrivilegedPools } from '../apps/server/src/testing/people.ts'
import type { DrillOutcome } from './outcome.ts'

const lanes = 200
const others = 10

/**
 * Sends 10,000 guesses at one password (1,000 in the short form), each from another network address, while the owner
 * signs in from a known browser.
 */
export async function passwordGuessesDrill(short: boolean, say: (line: string) => void): Promise<DrillOutcome> {
  const count = short ? 1_000 : 10_000
  const cluster = await createTestCluster()
  const dataDir = mkdtempSync(join(tmpdir(), 'attune-drill-'))
  try {
    const { url } = await createDatabase(cluster.adminUrl)
    const config = {
      ...readConfig({ ATTUNE_DATA: dataDir, DATABASE_URL: url, PORT: '0' }, dataDir),
      trustProxy: ['127.0.0.1'],
    }
    const app = await createApp(config, testSecrets, url, { worker: false, log: openLog('silent') })
    const hands = await openPrivilegedPools(url, app)
    const victim = await createPerson(app, hands, 'client', 1, 'UTC')
    const evaluated = countEvaluated(app)
    const signIn = async (
      email: string,
      password: string,
      from: number,
      caller = openTestBrowser(app.address, app.site.key),
    ) => {
      const answer = await caller.send('login/signIn', { email, password }, { 'x-forwarded-for': addressOf(from) })
      return { status: answer.status, body: await answer.text() }
    }
    const known = openTestBrowser(app.address, app.site.key)
    const first = await signIn(victim.email, victim.password, 1, known)
    const before = evaluated()

    const answers: { status: number; body: string }[] = []
    const ownerSignsIn: number[] = []
    let next = 0
    const guess = async () => {
      while (next < count) {
        const n = next++
        answers.push(await signIn(victim.email, `Wrong-${n}-a`, n + 2))
        if (n % (count / 10) === count / 10 - 1) {
          ownerSignsIn.push((await signIn(victim.email, victim.password, 1, known)).status)
          say(`${n + 1} guesses`)
        }
      }
    }
    await Promise.all(Array.from({ length: lanes }, guess))
    // Subtracts the owner's sign-ins, because each of them checks the password once.
    const atVictim = evaluated() - before - ownerSignsIn.length
    const right = await signIn(victim.email, victim.password, count + 2)

    const control = evaluated()
    for (let n = 0; n < others; n++) await signIn(`nobody${n}@attune.test`, 'Wrong-2026', count + 3 + n)
    const atOthers = evaluated() - control

    await hands.close()
    await app.close()
    const wrong = answers.filter(({ status }) => status !== 401 && status !== 503).length
    const different = new Set(answers.filter(({ status }) => status === 401).map(({ body }) => body)).size
    const passed =
      first.status === 200 &&
      atVictim <= 10 &&
      wrong === 0 &&
      different === 1 &&
      right.status === 401 &&
      atOthers === others &&
      ownerSignsIn.length === 10 &&
      ownerSignsIn.every((status) => status === 200)
    return {
      passed,
      figures: {
        guesses: count,
        'of them evaluated (≤ 10)': atVictim,
        'answers other than 401 and 503': wrong,
        'different bodies of a 401 (1)': different,
        'the right password from a strange browser (401)': right.status,
        'sign-ins of the owner meanwhile, of 10': ownerSignsIn.filter((status) => status === 200).length,
        [`control: of ${others} guesses at other addresses, evaluated`]: atOthers,
      },
    }
  } finally {
    await cluster.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Counts the guesses that reach the sign-in engine. Only these guesses are compared with the stored password. */
function countEvaluated(app: RunningApp): () => number {
  let n = 0
  const { engine } = app.auth
  app.auth.engine = (call, caller) => {
    if (call.path === '/sign-in/email') n++
    return engine(call, caller)
  }
  return () => n
}

const addressOf = (n: number) => `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`
