import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { pdfOfSize } from '../../../../testing/files/uploads.ts'

const ascii = (text: string) => Buffer.from(text, 'latin1')
const long = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
const little = (value: number) => long(value).reverse()

/** Returns an MP4 box, which consists of its length, its name and its content. */
const box = (name: string, ...content: Buffer[]) => {
  const inside = Buffer.concat(content)
  return Buffer.concat([long(inside.length + 8), ascii(name), inside])
}
const track = (handler: string) =>
  box('trak', box('mdia', box('hdlr', Buffer.alloc(8), ascii(handler), Buffer.alloc(12))))

/** Returns a video or audio file in the format MP4 or QuickTime, with one track for each of `handlers`. */
export function mp4(handlers: string[], brand = 'isom', filling = 1000): Buffer {
  return Buffer.concat([
    box('ftyp', ascii(brand), long(0x200), ascii(brand)),
    box('mdat', Buffer.alloc(filling, 7)),
    box('moov', box('mvhd', Buffer.alloc(100)), ...handlers.map(track)),
  ])
}

const element = (id: number[], content: Buffer) =>
  Buffer.concat([Buffer.from(id), Buffer.from([0x10, ...long(content.length).subarray(1)]), content])
const ebml = (type: string) => element([0x1a, 0x45, 0xdf, 0xa3], element([0x42, 0x82], ascii(type)))

/**
 * Returns a WebM file like those that browsers record, with a segment of unknown length. In `types`, 1 is a video
 * track and 2 is an audio track.
 */
export function webm(types: number[], docType = 'webm'): Buffer {
  const tracks = types.map((type) =>
    element([0xae], Buffer.concat([element([0xd7], Buffer.from([1])), element([0x83], Buffer.from([type]))])),
  )
  return Buffer.concat([
    ebml(docType),
    Buffer.from([0x18, 0x53, 0x80, 0x67, 0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]),
    element([0x15, 0x49, 0xa9, 0x66], Buffer.alloc(20)),
    element([0x16, 0x54, 0xae, 0x6b], Buffer.concat(tracks)),
    element([0x1f, 0x43, 0xb6, 0x75], Buffer.alloc(500)),
  ])
}

const riff = (kind: string, ...chunks: [string, Buffer][]) => {
  const inside = Buffer.concat(chunks.map(([name, data]) => Buffer.concat([ascii(name), little(data.length), data])))
  return Buffer.concat([ascii('RIFF'), little(inside.length + 4), ascii(kind), inside])
}
export const wav = () => riff('WAVE', ['fmt ', Buffer.alloc(16, 1)], ['data', Buffer.alloc(400)])
export const avi = () =>
  riff(
    'AVI ',
    ['LIST', Buffer.concat([ascii('hdrl'), Buffer.alloc(60)])],
    ['LIST', Buffer.concat([ascii('movi'), Buffer.alloc(400)])],
  )
/** Returns an MP3 file with frames of 417 bytes: MPEG 1, layer 3, 128 kbit/s at 44.1 kHz. */
export const mp3 = () =>
  Buffer.concat(
    Array.from({ length: 4 }, () => Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0x00]), Buffer.alloc(413)])),
  )
export const opus = () => Buffer.concat([ascii('OggS'), Buffer.alloc(24), ascii('OpusHead'), Buffer.alloc(200)])

/** Returns a PNG with almost no data and a header that declares a square with this side in pixels. */
export function hugePng(side: number): Buffer {
  const chunk = (name: string, data: Buffer) => {
    const body = Buffer.concat([ascii(name), data])
    return Buffer.concat([long(data.length), body, long(crc32(body))])
  }
  const head = Buffer.concat([long(side), long(side), Buffer.from([8, 0, 0, 0, 0])])
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.alloc(1000))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** Returns a zip archive that lists one empty file with this name. */
export function zip(name = '42.txt'): Buffer {
  const central = Buffer.concat([
    ascii('PK\x01\x02'),
    Buffer.alloc(24),
    little(name.length).subarray(0, 2),
    Buffer.alloc(16),
    ascii(name),
  ])
  const local = Buffer.concat([
    ascii('PK\x03\x04\x14\x00\x00\x00\x08\x00'),
    Buffer.alloc(16),
    little(name.length).subarray(0, 2),
    Buffer.alloc(2),
    ascii(name),
  ])
  const end = Buffer.concat([
    ascii('PK\x05\x06'),
    Buffer.alloc(4),
    Buffer.from([1, 0, 1, 0]),
    little(central.length),
    little(local.length),
    Buffer.alloc(2),
  ])
  return Buffer.concat([local, central, end])
}

export const blankPicture = (width = 60, height = 40) =>
  sharp({ create: { width, height, channels: 3, background: '#2f6b62' } })

type Bad = { name: string; kind: 'image' | 'pdf' | 'audio' | 'video'; bytes: Buffer }
const text = (words: string) => Buffer.from(words.padEnd(400, ' '))
const starts = (...bytes: number[]) => Buffer.concat([Buffer.from(bytes), Buffer.alloc(600)])

/** Returns files that the upload must refuse. */
export async function badFiles(): Promise<Bad[]> {
  const [jpeg, png, gif, webp] = await Promise.all(
    (['jpeg', 'png', 'gif', 'webp'] as const).map((format) => blankPicture(300, 200).toFormat(format).toBuffer()),
  )
  const film = mp4(['vide', 'soun'])
  const script = '<script>alert(1)</script>'
  const half = (bytes: Buffer | undefined) => (bytes ?? film).subarray(0, Math.floor((bytes ?? film).length / 2))
  const both = (first: Buffer | undefined, second: Buffer) => Buffer.concat([first ?? film, second])
  const image = (name: string, bytes: Buffer): Bad => ({ name, kind: 'image', bytes })
  const paper = (name: string, bytes: Buffer): Bad => ({ name, kind: 'pdf', bytes })
  const sound = (name: string, bytes: Buffer): Bad => ({ name, kind: 'audio', bytes })
  const video = (name: string, bytes: Buffer): Bad => ({ name, kind: 'video', bytes })
  return [
    // Archives, some with the extension of an archive and some with another.
    paper('42.zip', zip()),
    image('42.jpg', zip()),
    paper('42.pdf', zip()),
    video('42.mp4', zip()),
    sound('42.mp3', zip()),
    paper('letter.docx', zip('word/document.xml')),
    paper('a.rar', Buffer.concat([ascii('Rar!\x1a\x07\x00'), Buffer.alloc(300)])),
    paper('a.7z', starts(0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c)),
    paper('a.gz', starts(0x1f, 0x8b, 8)),
    paper('a.bz2', ascii('BZh91AY&SY'.padEnd(300, 'x'))),
    paper('a.tar', Buffer.concat([Buffer.alloc(257), ascii('ustar\x0000'), Buffer.alloc(300)])),
    // Files with an ending or a declared kind that belongs to another format.
    image('film.jpg', film),
    image('film', film),
    paper('film.pdf', film),
    video('photo.mp4', jpeg ?? film),
    paper('photo.pdf', png ?? film),
    image('letter.png', pdfOfSize()),
    sound('film.mp3', film),
    sound('film.m4a', film),
    video('voice.avi', mp3()),
    video('photo.jpg', film),
    // Files that a system could execute or a browser could render as a page.
    image('a.svg', text(`<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`)),
    image('a.jpg', text(`<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`)),
    paper('a.html', text(`<!doctype html>${script}`)),
    paper('a.pdf', text(`<!doctype html>${script}`)),
    image('a.png', text(script)),
    image('a.gif', text(`GIF89a/*${script}*/`)),
    image('a.bmp', text(`BM${script}`)),
    paper('a.js', text('alert(1)')),
    paper('a.exe', starts(0x4d, 0x5a, 0x90, 0)),
    image('photo.jpg.exe', jpeg ?? film),
    paper('letter.pdf.js', pdfOfSize()),
    paper('a.elf', starts(0x7f, 0x45, 0x4c, 0x46)),
    paper('a.sh', text('#!/bin/sh\nrm -rf /')),
    paper('a.class', starts(0xca, 0xfe, 0xba, 0xbe)),
    paper('a.wasm', starts(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0)),
    paper('a.swf', ascii('FWS\x09'.padEnd(300, 'x'))),
    paper('a.lnk', starts(0x4c, 0, 0, 0, 1, 0x14, 2, 0)),
    paper('a.xml', text('<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>')),
    paper('a.ps', text('%!PS-Adobe-3.0')),
    paper('a.rtf', text('{\\rtf1 hello}')),
    paper('a.doc', starts(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1)),
    paper('a.sqlite', ascii('SQLite format 3\0'.padEnd(300, 'x'))),
    // Files that are valid in two formats.
    image('both.jpg', both(jpeg, zip())),
    paper('both.pdf', both(pdfOfSize(), zip())),
    video('both.mp4', both(film, zip())),
    paper('late.pdf', both(ascii(script), pdfOfSize())),
    // Pictures whose headers state dimensions that are too large, and truncated files.
    image('bomb.png', hugePng(30_000)),
    image('edge.png', hugePng(65_000)),
    image('half.jpg', half(jpeg)),
    image('half.png', half(png)),
    image('half.gif', half(gif).subarray(0, 40)),
    image('half.webp', half(webp)),
    image('head.png', hugePng(600)),
    paper('half.pdf', half(pdfOfSize(4000))),
    paper('head.pdf', text('%PDF-1.7')),
    video('head.mp4', mp4([]).subarray(0, 24)),
    video('empty.mp4', mp4([])),
    video('noise.mp4', both(mp4([]).subarray(0, 24), Buffer.alloc(500, 9))),
    video('head.mov', mp4([], 'qt  ').subarray(0, 24)),
    video('head.webm', ebml('webm')),
    video('empty.webm', webm([])),
    video('head.avi', riff('AVI ', ['LIST', Buffer.alloc(20)])),
    sound('head.mp3', Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0]), text(script)])),
    sound('tag.mp3', Buffer.concat([ascii('ID3\x03\x00\x00\x00\x00\x00\x0a'), Buffer.alloc(10), text(script)])),
    sound('head.wav', riff('WAVE')),
    // Files of types that are not supported.
    image('a.tiff', starts(0x49, 0x49, 0x2a, 0, 8, 0, 0, 0)),
    image('a.heic', box('ftyp', ascii('heic'), long(0), ascii('mif1heic'))),
    image('a.ico', starts(0, 0, 1, 0, 1, 0)),
    image('a.psd', ascii('8BPS\0\x01'.padEnd(300, '\0'))),
    video('a.mkv', webm([1, 2], 'matroska')),
    video('a.flv', starts(0x46, 0x4c, 0x56, 1, 5)),
    video('a.wmv', starts(0x30, 0x26, 0xb2, 0x75, 0x8e, 0x66, 0xcf, 0x11, 0xa6, 0xd9)),
    sound('a.mid', ascii('MThd\0\0\0\x06'.padEnd(200, '\0'))),
    sound('a.flac', ascii('fLaC'.padEnd(200, '\0'))),
    // Files of a type that cannot be recognized.
    image('zeros.jpg', Buffer.alloc(1000)),
    paper('words.pdf', text('Dear diary')),
    video('noise.webm', Buffer.from(Array.from({ length: 900 }, (_, n) => (n * 7919) % 251))),
  ]
}
