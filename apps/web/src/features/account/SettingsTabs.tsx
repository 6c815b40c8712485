import { Tabs } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

const tabs = ['personal', 'sessions', 'calendars'] as const

/** The tab list of a therapist's settings. `id` prefixes the ids of tabs and panels; the panel itself is rendered by the page. */
export function SettingsTabs({ id, tab }: { id: string; tab: (typeof tabs)[number] }) {
  const { t } = useTranslation('account')
  const navigate = useNavigate()
  return (
    <Tabs
      id={id}
      value={tab}
      onChange={(next) =>
        void navigate({
          to: '.',
          search: next === 'sessions' || next === 'calendars' ? { tab: next } : {},
          replace: true,
        })
      }
    >
      <Tabs.List aria-label={t('settings.tabs')}>
        {tabs.map((one) => (
          <Tabs.Tab key={one} value={one} fw={550} {...(one === tab && { 'aria-controls': `${id}-panel-${one}` })}>
            {t(`settings.tab.${one}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
    </Tabs>
  )
}
