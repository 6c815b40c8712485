import type { SentPicture } from './quality.ts'

/** The tracks that this browser sends: the camera or the screen, and the microphone. */
export type SentTracks = { audio: MediaStreamTrack | null; video: MediaStreamTrack | null }

/** The limits of the sent picture. A shared screen keeps its size and sharpness rather than its frame rate. */
export type SentLimits = { picture: SentPicture; isScreen: boolean }

/** Puts the tracks into the transceivers of a connection without negotiating. The transceiver of an absent track sends nothing. */
export async function replaceTracks(pc: RTCPeerConnection, tracks: SentTracks): Promise<void> {
  for (const { sender, receiver } of pc.getTransceivers()) {
    const track = tracks[receiver.track.kind as 'audio' | 'video'] ?? null
    if (sender.track !== track) await sender.replaceTrack(track)
  }
}

/**
 * Sets the limits of picture and sound. A browser may refuse this while the connection is negotiated; the limits are set again when the connection is
 * established.
 */
export async function limitSent(pc: RTCPeerConnection, { picture, isScreen }: SentLimits): Promise<void> {
  for (const sender of pc.getSenders()) {
    if (!sender.track) continue
    const parameters = sender.getParameters()
    const encoding = parameters.encodings?.[0]
    if (!encoding) continue
    const isPicture = sender.track.kind === 'video'
    encoding.maxBitrate = isPicture ? picture.bits : 40_000
    if (isPicture) {
      encoding.maxFramerate = picture.framesPerSecond
      encoding.scaleResolutionDownBy = isScreen ? 1 : shrinking(sender.track, picture)
    }
    encoding.priority = encoding.networkPriority = isPicture ? 'low' : 'high'
    if (isPicture) parameters.degradationPreference = isScreen ? 'maintain-resolution' : 'balanced'
    await sender.setParameters(parameters).catch(() => {})
  }
}

/**
 * Returns the factor by which the picture of a camera is made smaller, so that its shorter side is no longer than the height of the sent picture.
 * This also works for a phone that is held upright.
 */
function shrinking(track: MediaStreamTrack, { height }: SentPicture): number {
  const { width: ownWidth, height: ownHeight } = track.getSettings?.() ?? {}
  return ownWidth && ownHeight ? Math.max(Math.min(ownWidth, ownHeight) / height, 1) : 1
}
