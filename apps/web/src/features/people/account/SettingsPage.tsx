import { Skeleton } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { type ComponentType, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { LazyServiceSettings } from '../../billing/service/service.ts'
import { lazyInBoundary, lazyNamed } from '../../../platform/lazy-named.ts'
import { useMe, type Me } from '../../../platform/login/login.ts'
import { ButtonLink } from '../../../ui/base/ButtonLink.tsx'
import { PageHeader } from '../../../ui/page/PageHeader.tsx'
import { Section } from '../../../ui/page/Section.tsx'
import { SettingRow } from '../../../ui/list/SettingRow.tsx'
import classes from './account.module.css'
import { PersonalSettings } from './PersonalSettings.tsx'
import type { SettingsTab } from './settings-search.ts'
import { textConsentAnchor } from './notifications/text-column.ts'
import { parseSettingsSearch, settingsTabsOf } from './settings-search.ts'

const SettingsTabs = lazyNamed(() => import('./SettingsTabs.tsx'), 'SettingsTabs', <Skeleton height={36} />)
const TermsSettings = lazyInBoundary(() => import('../../schedule/terms/terms.ts'), 'TermsSettings')

const SessionTypeSettings = lazyInBoundary(
  () => import('../../schedule/session-type/session-type.ts'),
  'SessionTypeSettings',
)

const MessageSettings = lazyInBoundary(
  () => import('../../messages/message-settings/message-settings.ts'),
  'MessageSettings',
)

const BusinessSettings = lazyInBoundary(() => import('../../billing/business/business.ts'), 'BusinessSettings')

const CalendarSettings = lazyInBoundary(() => import('../../schedule/calendar/calendar.ts'), 'CalendarSettings')

const NotificationSettingsForm = lazyInBoundary(
  () => import('./notifications/NotificationSettingsForm.tsx'),
  'NotificationSettingsForm',
)

const TextConsentSettings = lazyNamed(() => import('../../messages/consent/consent.ts'), 'TextConsentSettings')

const tabsId = 'settings'
/** The subtitle and the content of each tab. */
const contents = {
  personal: { subtitle: 'settings.subtitle', Content: PersonalTab },
  notifications: { subtitle: null, Content: NotificationsTab },
  sessions: { subtitle: 'settings.sessionsSubtitle', Content: SessionsTab },
  calendars: { subtitle: 'settings.calendarsSubtitle', Content: () => <CalendarSettings viewer="therapist" /> },
  messages: { subtitle: 'settings.messagesSubtitle', Content: () => <MessageSettings /> },
  business: { subtitle: 'settings.businessSubtitle', Content: () => <BusinessSettings /> },
  services: { subtitle: 'settings.servicesSubtitle', Content: () => <LazyServiceSettings /> },
} satisfies Record<SettingsTab, { subtitle: string | null; Content: ComponentType<{ me: Me }> }>

/**
 * The settings [2.32]; changes apply at once. Notifications have a tab of their own. Therapists also get tabs for session terms, calendars,
 * messages, their business and its services.
 */
export function SettingsPage() {
  const { t } = useTranslation('account')
  const me = useMe()
  const { tab } = parseSettingsSearch(useSearch({ strict: false }))
  if (!me) return null
  const tabs = settingsTabsOf[me.role]
  const at: SettingsTab = tabs.find((one) => one === tab) ?? 'personal'
  const { subtitle, Content } = contents[at]
  const hasTabs = tabs.length > 1
  const panel = hasTabs
    ? { role: 'tabpanel', id: `${tabsId}-panel-${at}`, 'aria-labelledby': `${tabsId}-tab-${at}` }
    : {}
  return (
    <div className={classes.page}>
      <PageHeader title={t('settings.title')} facts={subtitle && t(subtitle)} />
      {hasTabs && (
        <div className={classes.tabs}>
          <SettingsTabs id={tabsId} tab={at} tabs={tabs} />
        </div>
      )}
      <div {...panel}>
        <Suspense key={at} fallback={<Skeleton height={420} radius={14} />}>
          <Content me={me} />
        </Suspense>
      </div>
    </div>
  )
}

/** The tab for notifications by channel and, for clients, the consent to text messages. */
function NotificationsTab({ me }: { me: Me }) {
  return (
    <div className={classes.stack}>
      <NotificationSettingsForm />
      {me.role === 'client' && <TextConsentSettings anchor={textConsentAnchor} />}
    </div>
  )
}

/** The tab for services, their terms, and the documents that clients sign. */
function SessionsTab() {
  const { t } = useTranslation('account')
  return (
    <div className={classes.stack}>
      <SessionTypeSettings />
      <Section title={t('settings.forms')} rows>
        <SettingRow label={t('settings.formList')} hint={t('settings.formsHint')} narrow>
          <ButtonLink variant="default" to="/dashboard/therapist/forms">
            {t('settings.openForms')}
          </ButtonLink>
        </SettingRow>
      </Section>
      <TermsSettings />
    </div>
  )
}

/**
 * The tab that every role has: a link to the profile, the personal settings and, for clients, access log and calendars.
 */
function PersonalTab({ me }: { me: Me }) {
  const { t } = useTranslation('account')
  return (
    <div className={classes.stack}>
      <Section title={t('settings.profile')} rows>
        <SettingRow label={me.displayName} hint={t('settings.profileHint')} narrow>
          <ButtonLink variant="default" to="/dashboard/$userType/profile" params={{ userType: me.role }}>
            {t('settings.profileOpen')}
          </ButtonLink>
        </SettingRow>
      </Section>
      <PersonalSettings me={me} />
      {me.role === 'client' && (
        <>
          <Section title={t('settings.ownData')} rows>
            <SettingRow label={t('settings.ownForms')} hint={t('settings.ownFormsHint')} narrow>
              <ButtonLink variant="default" to="/dashboard/client/forms">
                {t('settings.openForms')}
              </ButtonLink>
            </SettingRow>
            <SettingRow label={t('settings.accessLog')} hint={t('settings.accessLogHint')} narrow>
              <ButtonLink variant="default" to="/dashboard/client/who-looked">
                {t('settings.openAccessLog')}
              </ButtonLink>
            </SettingRow>
          </Section>
          <Suspense fallback={<Skeleton height={240} radius={14} />}>
            <CalendarSettings viewer="client" />
          </Suspense>
        </>
      )}
    </div>
  )
}
