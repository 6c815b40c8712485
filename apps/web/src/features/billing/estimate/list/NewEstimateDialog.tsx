import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../../../ui/dialog/FormDialog.tsx'
import { LazyClientSelect, type PickedClient } from '../../../schedule/session/session.ts'

/** Asks for a client and opens the page with this client's estimates. */
export function NewEstimateDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('estimate')
  const [client, setClient] = useState<PickedClient | null>(null)
  const [checked, setChecked] = useState(false)
  const navigate = useNavigate()
  const open = () => {
    if (!client) return setChecked(true)
    void navigate({ to: '/dashboard/therapist/payments/estimates/$clientId', params: { clientId: client.id } })
  }
  return (
    <FormDialog
      title={t('new.action')}
      submit={t('new.submit')}
      back={t('cancel')}
      busy={false}
      dirty={client !== null}
      onClose={onClose}
      onSubmit={open}
    >
      <LazyClientSelect value={client} onChange={setClient} {...(checked && !client && { error: t('new.noClient') })} />
    </FormDialog>
  )
}
