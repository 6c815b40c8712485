import { Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../../../ui/dialog/Dialog.tsx'
import { EntryAccessLog } from './EntryAccessLog.tsx'
import { SharingSwitches, type SharingProps } from './SharingPanel.tsx'

/** Shows who can read and who has opened an entry, and changes its readers. Used on screens without space for the panel. */
export function SharingDialog({ onClose, ...sharing }: SharingProps & { onClose: () => void }) {
  const { t } = useTranslation('journal')
  return (
    <Dialog title={t('share.title')} onClose={onClose}>
      <Stack gap="md">
        <SharingSwitches {...sharing} />
        {sharing.entry && (
          <div>
            <EntryAccessLog looks={sharing.entry.looks} />
          </div>
        )}
      </Stack>
    </Dialog>
  )
}
