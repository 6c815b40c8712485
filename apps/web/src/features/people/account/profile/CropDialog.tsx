import { Button, Stack } from '@mantine/core'
import { useId, useState } from 'react'
import Cropper, { type Area } from 'react-easy-crop'
import 'react-easy-crop/react-easy-crop.css'
import { useTranslation } from 'react-i18next'
import { FormError } from '../../../../ui/base/FormError.tsx'
import { Dialog } from '../../../../ui/dialog/Dialog.tsx'
import { DialogFoot } from '../../../../ui/dialog/DialogFoot.tsx'
import { cropAvatar } from './avatar.ts'
import classes from '../account.module.css'

type Props = {
  url: string
  busy: boolean
  /** The reason why the upload failed; the dialog stays open for another attempt. */
  problem: string | null
  onCut: (picture: Blob) => void
  onFailed: () => void
  onClose: () => void
}

/**
 * Crops a picture to a square, which the app shows as a circle. The person moves the picture by dragging or with the arrow keys, and zooms with a
 * slider.
 */
export function CropDialog({ url, busy, problem, onCut, onFailed, onClose }: Props) {
  const { t } = useTranslation('account')
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  const [area, setArea] = useState<Area | null>(null)
  const take = () => {
    if (!area || busy) return
    cropAvatar(url, area).then(onCut, () => {
      onClose()
      onFailed()
    })
  }
  return (
    <Dialog title={t('avatar.cropTitle')} onClose={() => !busy && onClose()} size={460}>
      <Stack gap="md">
        <div className={classes.crop}>
          <Cropper
            image={url}
            crop={crop}
            zoom={zoom}
            aspect={1}
            cropShape="round"
            showGrid={false}
            onCropChange={setCrop}
            onZoomChange={setZoom}
            onCropComplete={(_, pixels) => setArea(pixels)}
            disableAutomaticStylesInjection
            cropperProps={{ 'aria-label': t('avatar.cropArea'), role: 'group' }}
            mediaProps={{ alt: '' }}
          />
        </div>
        <ZoomSlider zoom={zoom} onChange={setZoom} />
        <FormError>{problem}</FormError>
        <DialogFoot>
          <Button variant="default" onClick={onClose} disabled={busy}>
            {t('avatar.cancel')}
          </Button>
          <Button data-autofocus onClick={take} loading={busy} disabled={!area}>
            {t('avatar.use')}
          </Button>
        </DialogFoot>
      </Stack>
    </Dialog>
  )
}

function ZoomSlider({ zoom, onChange }: { zoom: number; onChange: (zoom: number) => void }) {
  const { t } = useTranslation('account')
  const id = useId()
  return (
    <div className={classes.zoom}>
      <label htmlFor={id}>{t('avatar.zoom')}</label>
      <input
        id={id}
        type="range"
        min={1}
        max={3}
        step={0.05}
        value={zoom}
        onChange={(event) => onChange(Number(event.currentTarget.value))}
      />
    </div>
  )
}
