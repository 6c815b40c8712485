import { inviteCodeAlphabet, inviteCodeLength, invitationValidDays } from '@attune/contract/common/constants'
import type { Language } from '@attune/contract/common/text/text.schemas'
import type { EmailSender } from '../../../platform/mail/email-kind.ts'
import type { MailContent } from '../../../platform/mail/mail-content.ts'
import { formatDayInZone } from '../../../platform/text/translations.ts'

/** Returns a preview of the invitation email. Its link leads to the front page, and its code is not valid. */
export function invitationPreview(
  sender: Pick<EmailSender, 'name' | 'address'>,
  zone: string,
  language: Language,
  origin: string,
  now: Date,
): MailContent {
  const until = new Date(now.getTime() + invitationValidDays * 24 * 60 * 60_000).toISOString()
  return {
    to: '',
    sender: { ...sender, isNeutral: false },
    settingsLink: null,
    kind: 'invitation',
    language,
    name: '',
    link: `${origin}/`,
    words: { until: formatDayInZone(until, language, zone) },
    calendar: [],
    code: (inviteCodeAlphabet[0] ?? '').repeat(inviteCodeLength),
  }
}
