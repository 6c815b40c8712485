import { Tabs } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useMe } from '../../platform/login.ts'
import { PageHead } from '../../ui/PageHead.tsx'
import { Panel } from '../../ui/Section.tsx'
import { useLiveSessions } from './acts.ts'
import { PlanButton } from './PlanButton.tsx'
import { SessionList } from './SessionList.tsx'

const route = getRouteApi('/dashboard/$userType/sessions/')
const tabs = ['upcoming', 'history'] as const

/** The sessions of a therapist or client: what comes, and what was. */
export function SessionsPage() {
  const { t } = useTranslation('session')
  const me = useMe()
  const { tab = 'upcoming' } = route.useSearch()
  const navigate = route.useNavigate()
  useLiveSessions()
  if (!me || me.role === 'admin') return null
  const viewer = me.role
  return (
    <>
      <PageHead
        title={t(viewer === 'therapist' ? 'titleTherapist' : 'titleClient')}
        actions={viewer === 'therapist' && <PlanButton />}
      />
      <Tabs
        value={tab}
        keepMounted={false}
        onChange={(next) => void navigate({ search: { tab: tabs.find((one) => one === next) }, replace: true })}
      >
        <Tabs.List aria-label={t('tabs')} mb="md">
          {tabs.map((one) => (
            <Tabs.Tab key={one} value={one} fw={550}>
              {t(one)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {tabs.map((one) => (
          <Tabs.Panel key={one} value={one}>
            <Panel>
              <SessionList which={one} viewer={viewer} />
            </Panel>
          </Tabs.Panel>
        ))}
      </Tabs>
    </>
  )
}
