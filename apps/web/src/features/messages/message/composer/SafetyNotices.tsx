import type { Conversation } from '@attune/contract/features/messages/message/message'
import { ReadingHoursNotice } from '../../message-settings/message-settings.ts'
import { EmergencyNotice } from '../../../care/safety/safety.ts'

/** Tells a client above the field whom to call instead, and when the therapist reads messages. */
export function SafetyNotices({ therapist }: { therapist: Conversation['person'] }) {
  return (
    <div>
      <EmergencyNotice />
      <ReadingHoursNotice therapist={therapist} />
    </div>
  )
}
