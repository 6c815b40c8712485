import { Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../../../ui/dialog/Dialog.tsx'
import { EntryAccessLog } from './EntryAccessLog.tsx'
import { SharingSwitches, type SharingProps } from './SharingPanel.tsx'

/** Shows and changes, where there is no room for the panel, who can read an entry. Also shows who has opened it. */
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
