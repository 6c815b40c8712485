import { ActionIcon, Button } from '@mantine/core'
import { IconCamera } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { nativePort } from '../../../../platform/native/port.ts'

export type TakePhotoProps = {
  onPhoto: (photo: File) => void
  disabled: boolean
  /** Whether the button shows only its icon. */
  compact?: boolean
}

/** A button that takes a photo with the camera of the phone. Nothing happens if the person cancels or has not permitted the camera. */
export function TakePhotoButton({ onPhoto, disabled, compact = false }: TakePhotoProps) {
  const { t } = useTranslation('file')
  const take = useMutation({
    networkMode: 'always',
    mutationFn: async () => nativePort()?.camera.takePhoto() ?? null,
    onSuccess: (photo) => photo && onPhoto(asFile(photo)),
  })
  const common = { disabled, loading: take.isPending, onClick: () => take.mutate() }
  const icon = <IconCamera size={compact ? 20 : 18} stroke={1.6} aria-hidden />
  return compact ? (
    <ActionIcon {...common} variant="subtle" color="gray" size={36} aria-label={t('takePhoto')}>
      {icon}
    </ActionIcon>
  ) : (
    <Button {...common} variant="default" leftSection={icon}>
      {t('takePhoto')}
    </Button>
  )
}

/** Returns a photo as a file that is named by its time, as a camera does: `photo-2026-11-23-101500.jpg`. */
function asFile(photo: Blob): File {
  const now = new Date()
  const local = new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString()
  const name = `photo-${local.slice(0, 10)}-${local.slice(11, 19).replaceAll(':', '')}`
  const ending = photo.type === 'image/png' ? 'png' : photo.type === 'image/webp' ? 'webp' : 'jpg'
  return new File([photo], `${name}.${ending}`, { type: photo.type })
}
