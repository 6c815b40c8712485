import { filesPerResource } from '@attune/contract/features/care/file/file.rules'
import { ActionIcon, FileButton } from '@mantine/core'
import { IconMicrophone, IconPaperclip } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { acceptedExtensions, addFiles, CameraButton, type Uploads } from '../../../care/file/file.ts'
import type { useVoiceDraft } from '../voice/use-voice-draft.ts'

type Props = { uploads: Uploads; voice: ReturnType<typeof useVoiceDraft> }

/** The buttons that add files to a message: choose files, take a photo in the native app, or record a voice message. */
export function ComposerFileButtons({ uploads, voice }: Props) {
  const { t } = useTranslation('file')
  const { t: messageText } = useTranslation('message')
  // A voice message counts as one of the files of the message.
  const isFull = uploads.items.length >= filesPerResource - (voice.isOpen ? 1 : 0)
  return (
    <>
      <FileButton multiple accept={acceptedExtensions} onChange={(files) => void addFiles(uploads, files, t)}>
        {(props) => (
          <ActionIcon {...props} variant="subtle" color="gray" size={36} aria-label={t('add')} disabled={isFull}>
            <IconPaperclip size={20} stroke={1.6} aria-hidden />
          </ActionIcon>
        )}
      </FileButton>
      {import.meta.env.MODE === 'native' && (
        <CameraButton compact onPhoto={(photo) => void addFiles(uploads, [photo], t)} disabled={isFull} />
      )}
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        aria-label={messageText('recordVoice')}
        aria-expanded={voice.isOpen}
        disabled={voice.isOpen || isFull}
        onClick={voice.record}
      >
        <IconMicrophone size={20} stroke={1.6} aria-hidden />
      </ActionIcon>
    </>
  )
}
