import { once } from 'node:events'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { createTestCluster } from '../apps/server/src/testing/database/cluster.ts'
import { createDatabase, testSecrets } from '../apps/server/src/testing/database/database.ts'
import type { BenchServer } from '../bench/server.ts'
import { openLossyInbox } from './lossy-inbox.ts'
import type { DrillOutcome } from './outcome.ts'
import { createDrillSessions } from './reminders.sessions.ts'
import { openSharedClock, type SharedClock } from './reminders.clock.ts'
import { hasNoFindings, checkReminders, remindWithoutGuard } from './reminders.check.ts'
import { connectDatabase, createDrillContext, type DrillContext } from './context.ts'

const [minute, hour] = [60_000, 3_600_000]
/** The clock changes of Europe at 01:00 UTC: forward on 28 March 2027, back on 31 October 2027. */
const nights = [Date.UTC(2027, 2, 28, 1), Date.UTC(2027, 9, 31, 1)]

/**
 * Two workers send reminders of many sessions to therapists and clients. Meanwhile the workers are killed, the mail server disconnects, and the clock
 * jumps and passes both clock changes. Sessions are cancelled or moved just before their reminders.
 */
export async function remindersDrill(short: boolean, say: (line: string) => void): Promise<DrillOutcome> {
  const [pairs, each, kills, step] = short ? [5, 6, 6, 90 * minute] : [25, 10, 30, 30 * minute]
  const cluster = await createTestCluster()
  const inbox = await openLossyInbox(0.05)
  try {
    const { url } = await createDatabase(cluster.adminUrl)
    const dataDir = mkdtempSync(join(tmpdir(), 'attune-drill-'))
    mkdirSync(join(dataDir, 'secrets'), { mode: 0o700 })
    writeFileSync(join(dataDir, 'secrets', 'secrets.json'), JSON.stringify(testSecrets), { mode: 0o600 })
    const context = await createDrillContext(pairs, { url, secrets: testSecrets, dataDir })
    const db = await connectDatabase(url)
    const clock = await openSharedClock(db, dataDir)
    const workers = await openWorkers(context, { SMTP_URL: inbox.url, MAIL_FROM: 'post@drill.test', ...clock.env })
    const appointments = await createDrillSessions(context, db, clock)
    let killed = 0
    try {
      for (const [n, night] of nights.entries()) {
        await clock.goTo(night - 36 * hour)
        await appointments.plan(each, night - 8 * hour, 5 * hour)
        // The workers schedule the reminders before the clock advances.
        await waitForDueJobs(db, 20)
        const end = night + 76 * hour
        const jumps = [hour, -hour, 25 * hour]
        for (let steps = 1; clock.now() < end; steps++) {
          const ahead = steps % 9 === 0 ? (jumps.shift() ?? step) : step
          await appointments.changeBefore(clock.now() + ahead)
          await clock.goTo(clock.now() + ahead)
          await waitForDueJobs(db, 5)
          const wanted = Math.ceil((kills * (n + Math.min(1, (clock.now() - night + 36 * hour) / (100 * hour)))) / 2)
          for (; killed < Math.min(wanted, kills); killed++) await workers.kill(killed % 2)
        }
        await settle(db, clock, say)
        say(`night ${n + 1}: ${killed} kills, ${inbox.taken.size} mails`)
      }
      const verdict = await checkReminders(db, appointments.all(), clock, inbox.taken, say)
      await workers.stop()
      const twice = await remindWithoutGuard(context, db, clock)
      return {
        passed: hasNoFindings(verdict) && killed === kills && twice > 0,
        figures: {
          reminders: appointments.all().length * 2,
          workers: 2,
          kills: killed,
          'jumps of the clock': '+1 h, −1 h and +25 h, in both nights',
          ...verdict,
          'control: notified more than once without the row': twice,
        },
      }
    } finally {
      await workers.stop()
      await appointments.close()
      await db.end()
      await context.close()
    }
  } finally {
    await inbox.close()
    await cluster.stop()
  }
}

/** Starts two servers with a worker each. `kill` kills a server and restarts it at once. */
async function openWorkers(context: DrillContext, env: Record<string, string>) {
  const servers: BenchServer[] = await Promise.all([context.start(env), context.start(env)])
  return {
    async kill(n: number): Promise<void> {
      const server = servers[n]
      if (!server) return
      server.child.kill('SIGKILL')
      await once(server.child, 'exit')
      servers[n] = await context.start(env)
    },
    stop: () => Promise.all(servers.map((server) => server.stop())),
  }
}

/**
 * Returns the active and the due jobs for reminders and emails. With `all`, also returns the jobs that are due later.
 */
async function underWay(db: pg.Client, all: boolean): Promise<string[]> {
  await db.query('begin; set local role attune_owner')
  const { rows } = await db.query<{ what: string }>(
    `select name || ' ' || state || ' ' || data::text as what from jobs.job_common
     where name in ('reminder', 'mail') and (state = 'active' or state in ('created', 'retry') and ($1 or start_after <= jobs.job_now()))`,
    [all],
  )
  await db.query('commit')
  return rows.map(({ what }) => what)
}

/**
 * Waits until the workers have completed the due jobs, for at most the given number of seconds. The clock must not advance earlier, because the queue
 * would then treat running jobs as dead.
 */
async function waitForDueJobs(db: pg.Client, seconds: number): Promise<void> {
  await pause(800)
  for (let waited = 0.8; waited < seconds; waited += 0.3) {
    if ((await underWay(db, false)).length === 0) return
    await pause(300)
  }
}

/** Advances the clock hour by hour until no job is left, because some jobs wait for the morning. Gives up after 60 hours. */
async function settle(db: pg.Client, clock: SharedClock, say: (line: string) => void): Promise<void> {
  for (let round = 0; round < 60; round++) {
    if ((await underWay(db, true)).length === 0) return
    await clock.goTo(clock.now() + hour)
    await waitForDueJobs(db, 8)
  }
  for (const left of (await underWay(db, true)).slice(0, 5)) say(`has not ended: ${left}`)
}
