import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type pg from 'pg'

export type SharedClock = {
  /** The environment variables that make a server use this clock. */
  env: Record<string, string>
  now(): number
  /** Sets the clock of the queue and of all servers, forward or back. `at` is in milliseconds since 1970. */
  goTo(at: number): Promise<void>
  /**
   * Returns the times that a server's clock may have shown at the real time `real`: the times before and after each change of the clock in the five
   * seconds before `real`.
   */
  shownAt(real: number): number[]
}

/**
 * Opens a settable clock for servers only. `env` makes a server use the clock; `set` takes the number of milliseconds by which the clock is ahead of
 * the real time.
 */
export function openServerClock(dataDir: string): { env: Record<string, string>; set(ahead: number): void } {
  const file = join(dataDir, 'clock')
  const set = (ahead: number) => writeFileSync(file, String(ahead))
  set(0)
  const program = pathToFileURL(join(import.meta.dirname, 'shifted-clock.ts')).href
  return { env: { DRILL_CLOCK: file, NODE_OPTIONS: `--import=${program}` }, set }
}

/** Opens a settable clock, which the queue in the database and the servers share. */
export async function openSharedClock(db: pg.Client, dataDir: string): Promise<SharedClock> {
  const clock = openServerClock(dataDir)
  const log: { from: number; ahead: number }[] = [{ from: 0, ahead: 0 }]
  const ahead = () => log.at(-1)?.ahead ?? 0
  await db.query(`begin; set local role attune_owner;
    create table jobs.drill_clock (ahead interval not null); insert into jobs.drill_clock values ('0');
    grant select on jobs.drill_clock to public;
    create or replace function jobs.job_now() returns timestamptz language sql stable as 'select pg_catalog.now() + ahead from jobs.drill_clock';
    commit`)
  return {
    env: clock.env,
    now: () => Date.now() + ahead(),
    async goTo(at) {
      const wanted = at - Date.now()
      await db.query(`begin; set local role attune_owner`)
      await db.query(`update jobs.drill_clock set ahead = $1::float8 * interval '1 ms'`, [wanted])
      await db.query('commit')
      log.push({ from: Date.now(), ahead: wanted })
      clock.set(wanted)
    },
    shownAt: (real) => {
      const known = log.filter(({ from }) => from <= real + 500).slice(-1)
      const before = log.filter(({ from }) => from <= real - 5_000).slice(-1)
      const between = log.filter(({ from }) => from > real - 5_000 && from <= real + 500)
      return [...before, ...between, ...known].map((entry) => real + entry.ahead)
    },
  }
}
