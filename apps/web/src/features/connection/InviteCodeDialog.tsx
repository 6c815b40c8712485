import { Skeleton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../ui/Dialog.tsx'
import { LoadFailed } from '../../ui/ListStates.tsx'
import { InviteCodeCard } from './InviteCodeCard.tsx'
import { useInviteCode } from './use-invite-code.ts'

/** Shows the therapist's invite code. */
export function InviteCodeDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('connection')
  const read = useInviteCode()
  return (
    <Dialog onClose={onClose} title={t('code.title')} size={480}>
      {read.isPending && <Skeleton height={240} />}
      {read.isError && !read.data && (
        <LoadFailed words={t('code.failed')} again={t('again')} onAgain={() => void read.refetch()} />
      )}
      {read.data && <InviteCodeCard standing={read.data} />}
    </Dialog>
  )
}
