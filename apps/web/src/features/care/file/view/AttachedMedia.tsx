import type { FileId } from '@attune/contract/common/ids'
import type { File as StoredFile } from '@attune/contract/features/care/file/file'
import { UnstyledButton } from '@mantine/core'
import { IconMovieOff, IconPlayerPlayFilled } from '@tabler/icons-react'
import { useState, type Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { LazyWhenVisible } from '../../../../ui/page/loading/LazyWhenVisible.tsx'
import classes from './attachment.module.css'
import { AudioPlayer, type AudioHandle } from '../play/AudioPlayer.tsx'
import { FilePicture } from './FilePicture.tsx'
import { useFileAddress } from './use-file-address.ts'
import { useFileName } from '../use-file-name.ts'
import { formatSeconds } from '../../../../ui/page/date-text.ts'

/** The player of a sound in a message. Its URL is loaded when the person plays it. */
export function AttachedAudio({ file, handle }: { file: StoredFile; handle: Ref<AudioHandle> | undefined }) {
  const label = useFileName('message')(file)
  const [isWanted, setWanted] = useState(false)
  const { url, gone, failed, renew } = useFileAddress(file.id, 'whole', { enabled: isWanted })
  return (
    <AudioPlayer
      url={url}
      hasFailed={gone || failed}
      onRenew={() => (isWanted ? void renew() : setWanted(true))}
      label={label}
      seconds={file.seconds}
      isTabbable={false}
      handle={handle}
    />
  )
}

/** The preview of an image or video in a message. Loads when it is near the visible area. */
export function AttachedPreview({ file, onView }: { file: StoredFile; onView: () => void }) {
  const { id, kind, name, seconds } = file
  return (
    <UnstyledButton tabIndex={-1} className={classes.preview} aria-label={name} onClick={onView}>
      <LazyWhenVisible waiting={null}>
        {kind === 'image' ? <FilePicture id={id} alt="" variant="thumbnail" /> : <VideoPreview id={id} />}
      </LazyWhenVisible>
      {seconds !== null && <span className={classes.duration}>{formatSeconds(seconds)}</span>}
    </UnstyledButton>
  )
}

/** Shows an early frame of a video, from its first bytes. */
function VideoPreview({ id }: { id: FileId }) {
  const { t } = useTranslation('file')
  const { url, gone, failed, renew } = useFileAddress(id, 'whole')
  const [failures, setFailures] = useState(0)
  if (gone || failed || failures > 1) {
    return (
      <span className={classes.noPreview}>
        <IconMovieOff size={20} stroke={1.6} aria-hidden />
        {t('problem.preview')}
      </span>
    )
  }
  const retry = () => {
    setFailures((before) => before + 1)
    void renew()
  }
  return (
    <>
      {/* The first moment of a video is often black. */}
      <video
        src={url ? `${url}#t=0.1` : undefined}
        muted
        playsInline
        preload="metadata"
        tabIndex={-1}
        onError={retry}
      />
      <span className={classes.playMark}>
        <IconPlayerPlayFilled size={22} aria-hidden />
      </span>
    </>
  )
}
