import sharp from 'sharp'

/** `surface` is the color around the logo of a splash screen; `none` leaves it transparent. */
type NativeImage = { file: string; side: number; on: 'whole' | 'circle' | 'foreground' | 'splash'; surface?: string }

const light = '#faf8f5'
const dark = '#171a1b'
const android = 'android/app/src/main/res'
const ios = 'ios/App/App/Assets.xcassets'
const densities = { mdpi: 1, hdpi: 1.5, xhdpi: 2, xxhdpi: 3, xxxhdpi: 4 }

/** The icons and splash screens of the native project, with their places in `apps/native`. */
export const nativeImages: readonly NativeImage[] = [
  ...Object.entries(densities).flatMap(([density, scale]) => [
    { file: `${android}/mipmap-${density}/ic_launcher.png`, side: 48 * scale, on: 'whole' as const },
    { file: `${android}/mipmap-${density}/ic_launcher_round.png`, side: 48 * scale, on: 'circle' as const },
    { file: `${android}/mipmap-${density}/ic_launcher_foreground.png`, side: 108 * scale, on: 'foreground' as const },
  ]),
  // Android shows an image of 288 dp of which a circle of 192 dp is visible.
  { file: `${android}/drawable-xxhdpi/splash_icon.png`, side: 864, on: 'splash', surface: 'none' },
  { file: `${ios}/AppIcon.appiconset/icon.png`, side: 1024, on: 'whole' },
  { file: `${ios}/Splash.imageset/splash.png`, side: 1366, on: 'splash', surface: light },
  { file: `${ios}/Splash.imageset/splash-dark.png`, side: 1366, on: 'splash', surface: dark },
]

/** Returns the drawing of an image. `svg` is a rounded square of 32 px with the logo in a group (`<g>`). */
function drawing(svg: string, image: NativeImage): string {
  if (image.on === 'whole') return svg.replace('rx="8"', '')
  if (image.on === 'circle') return svg.replace('rx="8"', 'rx="16"')
  const inner = svg.replace(/^<svg[^>]*>/, '').replace('</svg>', '')
  // An adaptive icon shows the inner two thirds of its foreground, so the logo is scaled to half.
  if (image.on === 'foreground')
    return svg.replace(/<rect[^>]*>/, '').replace('<g ', '<g transform="translate(8 8) scale(.5)" ')
  const logo = image.surface === 'none' ? 'translate(8 8) scale(.5)' : 'translate(13.75 13.75) scale(.140625)'
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" fill="${image.surface}"/><g transform="${logo}">${inner}</g></svg>`
}

/** Renders an icon or a splash screen of the native project as PNG. iOS refuses icons with an alpha channel. */
export function drawNativeImage(svg: string, image: NativeImage): Promise<Buffer> {
  const rendered = sharp(Buffer.from(drawing(svg, image)), { density: (72 * image.side) / 32 }).resize(
    image.side,
    image.side,
  )
  const isOpaque = image.on === 'whole' || (image.on === 'splash' && image.surface !== 'none')
  return (isOpaque ? rendered.removeAlpha() : rendered)
    .png(isOpaque && image.file.startsWith(ios) ? { compressionLevel: 9 } : { compressionLevel: 9, palette: true })
    .toBuffer()
}
