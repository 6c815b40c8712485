import type { ClientId } from '@attune/contract/common/ids'
import { Button } from '@mantine/core'
import { IconPlugConnectedX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../../platform/lazy-named.ts'

const DisconnectDialog = lazyNamed(() => import('./DisconnectDialog.tsx'), 'DisconnectDialog')

/**
 * A button that opens the dialog that disconnects a client and a therapist. The viewer is one of the two; `name` is the name of the other person.
 */
export function DisconnectButton(props: { clientId: ClientId; name: string; viewer: 'client' | 'therapist' }) {
  const { t } = useTranslation(['connection', 'common'])
  const [ending, setEnding] = useState(false)
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconPlugConnectedX size={16} aria-hidden />}
        aria-label={t('common:labelled', { label: t('end.open'), text: props.name })}
        aria-haspopup="dialog"
        onClick={() => setEnding(true)}
      >
        {t('end.open')}
      </Button>
      {ending && <DisconnectDialog {...props} onClose={() => setEnding(false)} />}
    </>
  )
}
