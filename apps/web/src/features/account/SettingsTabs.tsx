import { Tabs } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { TermsSettings } from '../terms/terms.ts'

const tabs = ['personal', 'sessions'] as const

/** A therapist's settings: the personal ones, and the terms for sessions beside them. */
export function SettingsTabs({ personal }: { personal: ReactNode }) {
  const { t } = useTranslation('account')
  const { tab } = useSearch({ strict: false })
  const navigate = useNavigate()
  return (
    <Tabs
      value={tab === 'sessions' ? tab : 'personal'}
      keepMounted={false}
      onChange={(next) =>
        void navigate({ to: '.', search: next === 'sessions' ? { tab: 'sessions' } : {}, replace: true })
      }
    >
      <Tabs.List aria-label={t('settings.tabs')} mb="md">
        {tabs.map((one) => (
          <Tabs.Tab key={one} value={one} fw={550}>
            {t(`settings.tab.${one}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value="personal">{personal}</Tabs.Panel>
      <Tabs.Panel value="sessions">
        <TermsSettings />
      </Tabs.Panel>
    </Tabs>
  )
}
