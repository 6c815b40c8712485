import type { Role } from '@attune/contract/features/people/account/account'
import { assistantConsentSubject } from '../../features/assistant/assistant-consent/assistant-consent-subjects.ts'
import { assistantSetupSubject } from '../../features/assistant/assistant-setup/assistant-setup-subjects.ts'
import { assistantSubject } from '../../features/assistant/assistant/assistant-subjects.ts'
import { businessSubjects } from '../../features/billing/business/business-subjects.ts'
import { accountingSubject } from '../../features/billing/invoice/invoice-subjects.ts'
import { serviceSubject } from '../../features/billing/service/service-subjects.ts'
import { channelSubjects } from '../../features/messages/channel-setup/channel-subjects.ts'
import { textConsentSubject } from '../../features/messages/consent/consent-subjects.ts'
import { messageSubjects } from '../../features/messages/message-settings/message-subjects.ts'
import { accountSubjects } from '../../features/people/account/account-subjects.ts'
import { administrationSubjects } from '../../features/practice/administration/administration-subjects.ts'
import { apiAccessSubjects } from '../../features/practice/api-access/api-access-subjects.ts'
import { calendarSubjects } from '../../features/schedule/calendar/calendar-subjects.ts'
import { sessionTypeSubject } from '../../features/schedule/session-type/session-type-subjects.ts'
import { termsSubjects } from '../../features/schedule/terms/terms-subjects.ts'
import type { SettingsArea, SettingsSubject } from '../../ui/page/settings-subject.ts'

const { profile, appearance, security, signIn, ownData, account, notifications } = accountSubjects

/** One record per settings page, contributed by its feature. The lists show the pages in this order, and search and palette find them. */
const settingsSubjects: readonly SettingsSubject[] = [
  profile,
  appearance,
  security,
  signIn,
  assistantSubject,
  assistantConsentSubject,
  ownData,
  account,
  notifications,
  textConsentSubject,
  ...messageSubjects,
  sessionTypeSubject,
  ...termsSubjects,
  ...calendarSubjects,
  ...businessSubjects,
  accountingSubject,
  serviceSubject,
  ...administrationSubjects,
  assistantSetupSubject,
  ...apiAccessSubjects,
  ...channelSubjects,
]

/** A subject of a role, with its address. */
export type OwnSubject = SettingsSubject & { address: string }

/** Returns the settings pages of a role, in order; only those of one list if `area` is given. */
export const subjectsOf = (role: Role, area?: SettingsArea): OwnSubject[] =>
  settingsSubjects.flatMap((subject) => {
    const own = subject.areas[role]
    if (!own || (area && own !== area)) return []
    return [{ ...subject, address: `/dashboard/${role}/${own}/${subject.id}` }]
  })
