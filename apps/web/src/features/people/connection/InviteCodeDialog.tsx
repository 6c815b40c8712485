import { Skeleton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { Query } from '../../../ui/page/loading/Query.tsx'
import { InviteCodeCard } from './InviteCodeCard.tsx'
import { useInviteCode } from './use-invite-code.ts'

export function InviteCodeDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('connection')
  const read = useInviteCode()
  return (
    <Dialog onClose={onClose} title={t('code.title')} size={480}>
      <Query of={read} pending={<Skeleton height={240} />} failed={t('code.failed')} again={t('again')}>
        {(data) => <InviteCodeCard standing={data} />}
      </Query>
    </Dialog>
  )
}
