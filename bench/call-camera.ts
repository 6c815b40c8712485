import { closeSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'

const [width, height, frames] = [640, 360, 60]

/** Writes a video file of a moving texture, which needs as many bits as a person in a room. Returns its path. */
export function writeCameraFile(folder: string): string {
  const path = join(folder, 'camera.y4m')
  const file = openSync(path, 'w')
  writeSync(file, `YUV4MPEG2 W${width} H${height} F30:1 Ip A1:1 C420jpeg\n`)
  const texture = Buffer.from(
    Uint8Array.from({ length: width * height }, (_, n) => textureAt(n % width, Math.floor(n / width))),
  )
  for (let frame = 0; frame < frames; frame++) {
    writeSync(file, 'FRAME\n')
    writeSync(file, pictureOf(texture, frame))
  }
  closeSync(file)
  return path
}

/** Draws a frame in which the texture is shifted. The shift grows and then shrinks again, so that the file can be played in a loop without a jump. */
function pictureOf(texture: Buffer, frame: number): Buffer {
  const shift = 4 * Math.min(frame, frames - frame)
  const picture = Buffer.alloc((width * height * 3) / 2, 128)
  for (let y = 0; y < height; y++) {
    const line = ((y + shift) % height) * width
    texture.copy(picture, y * width, line + shift, line + width)
    texture.copy(picture, y * width + width - shift, line, line + shift)
  }
  return picture
}

const textureAt = (x: number, y: number) =>
  128 + 50 * Math.sin(x / 23) * Math.cos(y / 17) + 30 * Math.sin(x / 5 + y / 7) + 24 * (Math.random() - 0.5)
