import { Tabs } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { SettingsTab } from './settings-search.ts'
import { parseSettingsSearch } from './settings-search.ts'
import classes from './SettingsTabs.module.css'

type Props = { id: string; tab: SettingsTab; tabs: readonly SettingsTab[] }

/** The tab list of the settings. `id` is the prefix of the ids of tabs and panels. */
export function SettingsTabs({ id, tab, tabs }: Props) {
  const { t } = useTranslation('account')
  const navigate = useNavigate()
  return (
    <Tabs
      id={id}
      value={tab}
      onChange={(next) =>
        void navigate({
          to: '.',
          search: parseSettingsSearch({ tab: next }),
          replace: true,
        })
      }
    >
      <Tabs.List aria-label={t('settings.tabs')}>
        {tabs.map((one) => (
          <Tabs.Tab
            key={one}
            value={one}
            className={classes.tab}
            fw={550}
            {...(one === tab && { 'aria-controls': `${id}-panel-${one}` })}
          >
            {t(`settings.tab.${one}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
    </Tabs>
  )
}
