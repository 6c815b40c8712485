import type { Session } from '@attune/contract/features/schedule/session/session'
import type { OpenQuestion } from './open-question.ts'
import { OpenQuestionButtons } from './OpenQuestionButtons.tsx'

/** Renders the answer buttons for a time that the therapist set, on pages without an `OpenQuestionBanner`. */
export function TimeAnswerButtons({ session, filled }: { session: Session; filled: boolean }) {
  const open: OpenQuestion = {
    kind: 'set',
    awaitsViewer: true,
    name: session.therapist.name,
    before: null,
    after: session,
    reason: '',
    at: null,
    late: false,
    change: null,
  }
  return <OpenQuestionButtons session={session} open={open} viewer="client" filled={filled} />
}
