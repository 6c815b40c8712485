import type { Role } from '@attune/contract/features/people/account/account'
import { Skeleton } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useMe } from '../../platform/login/login.ts'
import { RevealTogether } from '../../ui/page/loading/RevealTogether.tsx'
import { PageHeader } from '../../ui/page/PageHeader.tsx'
import { PageTitleContext } from '../../ui/page/page-title.ts'
import type { SettingsArea } from '../../ui/page/settings-subject.ts'
import { usePhone } from '../../ui/page/use-phone.ts'
import { useSetPageName } from '../../ui/page/use-page-name.ts'
import { NotFoundScreen } from '../screens/NotFoundScreen.tsx'
import { SettingsList } from './SettingsList.tsx'
import classes from './SettingsPage.module.css'
import { subjectsOf, type OwnSubject } from './subjects.ts'

/**
 * The settings of an area: the list of their pages beside the open one [2.32]. On a phone, the list is a page of its own. Without a subject in the
 * address, a wide screen shows the first one.
 */
export function SettingsPage({ area }: { area: SettingsArea }) {
  const me = useMe()
  return me && <SettingsOfRole area={area} role={me.role} />
}

/** The names of the lists, as in the menu. */
const titles = { settings: 'settings', profile: 'profile', 'api-settings': 'apiSettings' } as const

function SettingsOfRole({ area, role }: { area: SettingsArea; role: Role }) {
  const { t } = useTranslation(['settings', 'shell'])
  const isPhone = usePhone()
  const id = useLocation({ select: ({ pathname }) => pathname.split('/')[4] ?? '' })
  const subjects = subjectsOf(role, area)
  const named = subjects.find((subject) => subject.id === id)
  if (id && !named) return <NotFoundScreen />
  const open = named ?? (isPhone ? undefined : subjects[0])
  return (
    <div className={classes.columns} data-open={open ? true : undefined}>
      {!(isPhone && open) && (
        <div className={classes.side}>
          {!open && <PageHeader title={t(`shell:pages.${titles[area]}`)} />}
          <SettingsList area={area} role={role} subjects={subjects} current={open} />
        </div>
      )}
      {open && <OpenSubject key={open.id} subject={open} isNamed={named !== undefined} />}
    </div>
  )
}

function OpenSubject({ subject: { id, hasTitle, Content }, isNamed }: { subject: OwnSubject; isNamed: boolean }) {
  const { t } = useTranslation('settings')
  const title = t(`subjects.${id}`)
  return (
    <div className={classes.content}>
      {isNamed && <PageName name={title} />}
      {!hasTitle && <PageHeader title={title} />}
      <PageTitleContext value={hasTitle ? null : title}>
        <RevealTogether waiting={<Skeleton height={320} radius={14} />}>
          <div className={classes.stack}>
            <Content />
          </div>
        </RevealTogether>
      </PageTitleContext>
    </div>
  )
}

function PageName({ name }: { name: string }) {
  useSetPageName(name)
  return null
}
