import type { Session } from '@attune/contract/features/session'
import type { Open } from './open.ts'
import { OpenButtons } from './OpenButtons.tsx'

/** The answer buttons for a time that the therapist set, where no `OpenQuestionBanner` is shown. */
export function AnswerButtons({ session, filled }: { session: Session; filled: boolean }) {
  const open: Open = {
    kind: 'set',
    mine: true,
    name: session.therapist.name,
    before: null,
    after: session,
    reason: '',
    at: null,
    late: false,
    change: null,
  }
  return <OpenButtons session={session} open={open} viewer="client" filled={filled} />
}
