import sharp from 'sharp'

type Icon = { file: string; side: number; on: 'round' | 'whole' | 'safe' }

/**
 * The PNG icons for devices that do not support SVG icons. Devices crop the maskable icon, so the logo in it is scaled
 * to three quarters.
 */
export const icons: readonly Icon[] = [
  { file: 'apple-touch-icon.png', side: 180, on: 'whole' },
  { file: 'icon-192.png', side: 192, on: 'round' },
  { file: 'icon-512.png', side: 512, on: 'round' },
  { file: 'icon-maskable-512.png', side: 512, on: 'safe' },
]

/** Renders an icon as PNG. `svg` is a rounded square of 32 px with the logo in a group (`<g>`). */
export function drawIcon(svg: string, { side, on }: Icon): Promise<Buffer> {
  const whole = on === 'round' ? svg : svg.replace('rx="8"', '')
  const drawn = on === 'safe' ? whole.replace('<g ', '<g transform="translate(4 4) scale(.75)" ') : whole
  return sharp(Buffer.from(drawn), { density: (72 * side) / 32 })
    .resize(side, side)
    .png({ compressionLevel: 9, palette: true })
    .toBuffer()
}
