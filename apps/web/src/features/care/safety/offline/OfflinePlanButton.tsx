import { Button } from '@mantine/core'
import { IconShieldHeart } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../../../platform/lazy-named.ts'

const OfflinePlanDialog = lazyNamed(() => import('./OfflinePlanDialog.tsx'), 'OfflinePlanDialog')

/**
 * Renders the button 'My safety plan' where the person is not signed in, the page is locked or the server cannot be
 * reached. Render it only if the client allows reading the plan without signing in.
 */
export function OfflinePlanButton({ small = false }: { small?: boolean }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="default"
        {...(small ? { size: 'compact-md' } : { fullWidth: true, mt: 'md' })}
        leftSection={<IconShieldHeart size={18} stroke={1.6} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t('safetyPlan')}
      </Button>
      {open && <OfflinePlanDialog onClose={() => setOpen(false)} />}
    </>
  )
}
