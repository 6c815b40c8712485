import type { Session } from '@attune/contract/features/session'
import { Group } from '@mantine/core'
import { openSession } from './open.ts'
import { OpenButtons } from './OpenButtons.tsx'

/** The client's answer to a time that the therapist set: yes with one tap, another time, no. Absent where nothing is asked. */
export function Answer({ session, filled = true }: { session: Session; filled?: boolean }) {
  const open = openSession(session, 'client', [])
  if (!open?.mine) return null
  return (
    <Group gap="xs">
      <OpenButtons session={session} open={open} viewer="client" filled={filled} />
    </Group>
  )
}
