import type { BackupPhase } from '@attune/contract/features/practice/administration/administration.backups.rules'
import type { BackupProgress } from '../../../../platform/backup/progress.ts'
import { inGigabytes } from '../../../../platform/backup/space.ts'

const texts: Record<BackupPhase, string> = {
  copy: 'Copying the database',
  pack: 'Packing',
  prove: 'Restoring the copy to prove it',
  send: 'Encrypting and storing',
  'clean-up': 'Deleting old backups',
}

/** Returns a function that prints each phase of a backup on a line and, on a terminal, also its progress. */
export function printProgress(): (progress: BackupProgress) => void {
  let current: BackupPhase | null = null
  return ({ phase, done, total }) => {
    const isTerminal = process.stdout.isTTY
    if (phase !== current && current !== null && isTerminal) process.stdout.write('\n')
    if (phase !== current && !isTerminal) console.log(`${texts[phase]} …`)
    current = phase
    if (!isTerminal) return
    const far = total > 0 ? `${inGigabytes(done)} of ${inGigabytes(total)}` : done > 0 ? inGigabytes(done) : '…'
    process.stdout.write(`\r${texts[phase]} ${far}   `)
  }
}
