import type { ClientId } from '@attune/contract/common/ids'
import type { EstimateView } from '@attune/contract/features/billing/estimate/estimate.schemas'
import { IconMessageQuestion, IconTrash } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../../platform/api/api.ts'
import { lazyNamed } from '../../../../platform/lazy-named.ts'
import { ActionMenu } from '../../../../ui/page/menu/ActionMenu.tsx'
import { toast } from '../../../../ui/toast/toast.ts'
import { useEstimateRefusalText } from '../estimate-refusals.ts'
import { useInvalidateEstimates } from '../use-estimates.ts'

const DiscardDialog = lazyNamed(() => import('../../../../ui/dialog/DiscardDialog.tsx'), 'DiscardDialog')
const RequestDialog = lazyNamed(() => import('./RequestDialog.tsx'), 'RequestDialog')

/** The menu of a client's estimates. Records that the client requested one, or deletes the draft. */
export function EstimateMenu({ view, onGone }: { view: EstimateView; onGone: () => void }) {
  const { t } = useTranslation('estimate')
  const [asked, setAsked] = useState<'request' | 'remove' | null>(null)
  const close = () => setAsked(null)
  const items = [
    { label: t('request.action'), icon: IconMessageQuestion, onClick: () => setAsked('request') },
    ...(view.version > 0
      ? [{ label: t('remove.submit'), icon: IconTrash, danger: true, onClick: () => setAsked('remove') }]
      : []),
  ]
  return (
    <>
      <ActionMenu label={t('more')} items={items} />
      {asked === 'request' && <RequestDialog view={view} onClose={close} />}
      {asked === 'remove' && <RemoveDraft clientId={view.clientId} onClose={close} onGone={onGone} />}
    </>
  )
}

function RemoveDraft({ clientId, onClose, onGone }: { clientId: ClientId; onClose: () => void; onGone: () => void }) {
  const { t } = useTranslation('estimate')
  const changed = useInvalidateEstimates()
  const refusal = useEstimateRefusalText()
  const remove = useMutation({
    mutationFn: () => api.estimate.removeDraft({ clientId }),
    onSuccess: async () => {
      onGone()
      await changed()
      toast.success(t('remove.done'))
    },
    onError: (error) => toast.error(refusal(error)),
    onSettled: onClose,
  })
  return (
    <DiscardDialog
      title={t('remove.title')}
      text={t('remove.text')}
      stay={t('remove.keep')}
      leave={t('remove.submit')}
      onStay={onClose}
      onLeave={() => remove.mutate()}
    />
  )
}
