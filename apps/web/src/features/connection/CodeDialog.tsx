import { Skeleton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../ui/Dialog.tsx'
import { LoadFailed } from '../../ui/Waiting.tsx'
import { CodeCard } from './CodeCard.tsx'
import { useStandingCode } from './standing.ts'

/** Shows the therapist's invite code. */
export function CodeDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('connection')
  const read = useStandingCode()
  return (
    <Dialog onClose={onClose} title={t('code.title')} size={480}>
      {read.isPending && <Skeleton height={240} />}
      {read.isError && !read.data && (
        <LoadFailed words={t('code.failed')} again={t('again')} onAgain={() => void read.refetch()} />
      )}
      {read.data && <CodeCard standing={read.data} />}
    </Dialog>
  )
}
