import { IconListCheck, IconLock, IconPrinter } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../../platform/lazy-named.ts'
import { ActionMenu } from '../../../ui/page/menu/ActionMenu.tsx'
import { LazyAssignTaskDialog } from '../../care/task/task.ts'

const BlockAfternoonDialog = lazyNamed(() => import('../../schedule/calendar/calendar.ts'), 'BlockAfternoonDialog')

/** The menu of the therapist's dashboard: block an afternoon, assign a task, print the week. */
export function DashboardMenu() {
  const { t } = useTranslation('dashboard')
  const navigate = useNavigate()
  const [open, setOpen] = useState<'block' | 'assign' | null>(null)
  const close = () => setOpen(null)
  const print = () =>
    void navigate({
      to: '/dashboard/$userType/calendar',
      params: { userType: 'therapist' },
      search: { view: 'week', print: true },
    })
  return (
    <>
      <ActionMenu
        label={t('actions.label')}
        items={[
          { label: t('actions.block'), icon: IconLock, onClick: () => setOpen('block') },
          { label: t('actions.assign'), icon: IconListCheck, onClick: () => setOpen('assign') },
          { label: t('actions.print'), icon: IconPrinter, onClick: print },
        ]}
      />
      {open === 'block' && <BlockAfternoonDialog onClose={close} />}
      {open === 'assign' && <LazyAssignTaskDialog clients={[]} sessionId={null} onClose={close} />}
    </>
  )
}
