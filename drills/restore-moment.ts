import { quantile } from '../bench/load.ts'
import { createLogPractice, type LogPractice } from '../apps/server/src/platform/backup/log/log.testing.ts'
import { allLogs } from '../apps/server/src/platform/backup/log/keys.rules.ts'
import { killWhileWriting } from '../tools/backup/moment/kills.testing.ts'
import { restoreLetters, restoreMoments } from '../tools/backup/moment/restored.testing.ts'
import type { DrillOutcome } from './outcome.ts'

/**
 * Four writers commit single rows while Postgres and the process that archives the log are killed in turn with SIGKILL. Then the practice is restored
 * into empty folders: to exact commit times, and to its newest state.
 */
export async function restoreMomentDrill(short: boolean, say: (line: string) => void): Promise<DrillOutcome> {
  const practice = await createLogPractice({ throwaway: false })
  try {
    const { from, acknowledged } = await killWhileWriting(practice, short ? 4 : 20)
    say(`${acknowledged} commits acknowledged`)
    const results = await restoreMoments(practice, from, 20)
    const exact = results.filter(({ isExact }) => isExact).length
    const newest = await restoreLetters(practice, null)
    const present = await countLetters(practice)
    // Control: a restore to a microsecond before a commit must lack that commit. Otherwise the comparison proves nothing.
    const [at = ''] = results.map((each) => each.at)
    const [itself, before] = [await restoreLetters(practice, at), await restoreLetters(practice, microsecondBefore(at))]
    const times = results.map(({ milliseconds }) => milliseconds).toSorted((one, other) => one - other)
    const objects = await practice.store.list(allLogs)
    const bytes = objects.reduce((sum, { size }) => sum + size, 0)
    return {
      passed: exact === 20 && newest.count === present && acknowledged <= present && before.count === itself.count - 1,
      figures: {
        kills: short ? 4 : 20,
        'commits acknowledged': acknowledged,
        'moments that are exact (20 of 20)': `${exact} of ${results.length}`,
        'commits of the present that the newest state lacks (0)': present - newest.count,
        'control: commits that a microsecond earlier lacks (1)': itself.count - before.count,
        'objects of the log': objects.length,
        'size of the log, compressed and encrypted': `${(bytes / 1024 ** 2).toFixed(1)} MB`,
        'one restore, p50': `${(quantile(times, 0.5) / 1000).toFixed(1)} s`,
        'one restore, longest': `${((times.at(-1) ?? 0) / 1000).toFixed(1)} s`,
      },
    }
  } finally {
    await practice.close()
  }
}

async function countLetters(practice: LogPractice): Promise<number> {
  const client = await practice.client()
  const { rows } = await client.query<{ count: number }>('select count(*)::int as count from letter')
  await client.end()
  return rows[0]?.count ?? 0
}

/** Returns the instant one microsecond before `at`, a time in ISO 8601 with six decimals. */
function microsecondBefore(at: string): string {
  const digits = Number(at.slice(-7, -1))
  const second = new Date(Date.parse(`${at.slice(0, 19)}Z`) - (digits === 0 ? 1_000 : 0)).toISOString().slice(0, 19)
  return `${second}.${String(digits === 0 ? 999_999 : digits - 1).padStart(6, '0')}Z`
}
