import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { appleIcon, manifestIcons } from './icons.ts'
import { paper } from '../frame/paper.ts'

/*
 * Draws the icons of the home screen from the mark of the favicon into `public/icons`, on light paper:
 * `node app/offline/make-icons.ts` after a change of the mark. The PNG files are committed.
 */
const favicon = readFileSync('public/favicon.svg', 'utf8')
/** The strokes of the mark, without the paper and the colours that follow the system. */
const mark = favicon.replace(/^<svg[^>]*>|<\/svg>\s*$|<style>.*?<\/style>|<rect[^>]*>/g, '')
/** Half way between the upper and the lower end of the mark, in units of its view box. */
const markCentre = 14.8

for (const { src, size, markShare } of [...manifestIcons, appleIcon]) {
  const left = 16 * (1 - markShare)
  const top = 16 - markCentre * markShare
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 32 32">
    <rect width="32" height="32" fill="${paper.light}"/>
    <g transform="translate(${left} ${top}) scale(${markShare})" stroke="#17171a">${mark}</g></svg>`
  await sharp(Buffer.from(svg)).png({ palette: true }).toFile(`public${src}`)
}
