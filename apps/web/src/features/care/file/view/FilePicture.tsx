import type { FileId } from '@attune/contract/common/ids'
import { IconPhotoOff } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from '../file.module.css'
import { useFileAddress } from './use-file-address.ts'

type Props = { id: FileId; alt: string; variant?: 'whole' | 'thumbnail'; width?: number | null; height?: number | null }

/**
 * Shows the picture with the file id `id`. If width and height are known, reserves their space until the picture is
 * loaded.
 */
export function FilePicture({ id, alt, variant = 'whole', width, height }: Props) {
  const { t } = useTranslation('file')
  const { url, gone, failed, renew } = useFileAddress(id, variant)
  const [failures, setFailures] = useState(0)
  const [shown, setShown] = useState(false)
  const size = width && height ? { width, height } : {}
  if (gone || failed || failures > 2) {
    return (
      <span className={classes.missing} role="img" aria-label={alt || t('problem.thumbnail')}>
        <IconPhotoOff size={20} stroke={1.6} aria-hidden />
        {t('problem.thumbnail')}
      </span>
    )
  }
  if (!url) return <span className={classes.coming} style={ratioOf(width, height)} aria-busy="true" />
  return (
    <img
      {...size}
      className={classes.picture}
      src={url}
      alt={alt}
      loading="lazy"
      decoding="async"
      // Shows a placeholder until the picture is loaded, because large photos load slowly.
      data-coming={!shown || undefined}
      onLoad={() => setShown(true)}
      onError={() => {
        setFailures((before) => before + 1)
        void renew()
      }}
    />
  )
}

const ratioOf = (width?: number | null, height?: number | null) =>
  width && height ? { aspectRatio: `${width} / ${height}`, maxWidth: width } : {}
