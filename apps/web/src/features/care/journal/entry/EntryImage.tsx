import type { FileId } from '@attune/contract/common/ids'
import { IconPhoto } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { FilePicture, type Uploads } from '../../file/file.ts'
import classes from './entry.module.css'

/** Shows an image in the text. While the image is being uploaded, shows its name instead. */
export function EntryImage({ id, alt, uploads }: { id: FileId; alt: string; uploads: Uploads }) {
  const { t } = useTranslation('journal')
  const item = uploads.items.find((one) => one.id === id)
  if (!item || item.state === 'ready')
    return <FilePicture id={id} alt={alt} width={item?.file?.width ?? null} height={item?.file?.height ?? null} />
  return (
    <span className={classes.coming}>
      <IconPhoto size={20} stroke={1.6} aria-hidden />
      {t('imageComing', { name: item.name })}
    </span>
  )
}
