import type { FileId } from '@attune/contract/common/ids'
import type { File as StoredFile } from '@attune/contract/features/care/file/file'
import { Button, Stack } from '@mantine/core'
import { IconDownload, IconExternalLink } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../../../ui/dialog/Dialog.tsx'
import { DialogFoot } from '../../../../ui/dialog/DialogFoot.tsx'
import { Callout } from '../../../../ui/base/Callout.tsx'
import { ShareFileButton } from '../../../../ui/file/ShareFileButton.tsx'
import { LoadFailed } from '../../../../ui/page/loading/ListStates.tsx'
import classes from '../file.module.css'
import { FilePicture } from './FilePicture.tsx'
import { MediaPlayer } from '../play/MediaPlayer.tsx'
import { useFileAddress } from './use-file-address.ts'
import { useFileName } from '../use-file-name.ts'

type Props = {
  file: StoredFile
  /** Whether a recording is called a voice note or a voice message. */
  voice?: 'note' | 'message'
  onClose: () => void
}

/** Shows pictures, audio and video in a dialog and opens a PDF in a new window. Offers the download of every file. */
export function FileViewDialog({ file, voice = 'note', onClose }: Props) {
  const { t } = useTranslation('file')
  const fileName = useFileName(voice)
  const { url: download, gone, failed, renew } = useFileAddress(file.id, 'download', { renewed: true })
  return (
    <Dialog title={fileName(file)} size="xl" onClose={onClose}>
      <Stack gap="md">
        {gone && <Callout kind="warning">{t('view.gone')}</Callout>}
        {failed && <LoadFailed text={t('view.failed')} again={t('view.again')} onAgain={() => void renew()} />}
        {!gone && !failed && <Content file={file} />}
        <DialogFoot>
          {file.kind === 'pdf' && download && <OpenPdf id={file.id} />}
          {download && (
            <Button
              component="a"
              href={download}
              download={file.name}
              variant="default"
              leftSection={<IconDownload size={18} stroke={1.6} aria-hidden />}
            >
              {t('view.download')}
            </Button>
          )}
          {import.meta.env.MODE === 'native' && download && <ShareFileButton path={download} name={file.name} />}
        </DialogFoot>
      </Stack>
    </Dialog>
  )
}

function Content({ file }: { file: StoredFile }) {
  const { t } = useTranslation('file')
  if (file.kind === 'image') {
    return (
      <div className={classes.view}>
        <FilePicture id={file.id} alt={file.name} width={file.width} height={file.height} />
      </div>
    )
  }
  return file.kind === 'pdf' ? <p className={classes.dim}>{t('view.pdf')}</p> : <MediaPlayer file={file} />
}

function OpenPdf({ id }: { id: FileId }) {
  const { t } = useTranslation('file')
  const { url } = useFileAddress(id, 'whole', { renewed: true })
  return (
    <Button
      component="a"
      href={url ?? undefined}
      target="_blank"
      rel="noopener noreferrer"
      leftSection={<IconExternalLink size={18} stroke={1.6} aria-hidden />}
      disabled={!url}
    >
      {t('view.open')}
    </Button>
  )
}
