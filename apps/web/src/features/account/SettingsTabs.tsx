import { Tabs } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

const tabs = ['personal', 'sessions', 'calendars'] as const

/** The tabs over a therapist's settings; what they switch stands beside them, with `id` in its own ids. */
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
