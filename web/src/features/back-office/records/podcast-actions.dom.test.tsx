import { choosing, confirming, picking, saving, testActions } from '../../../testing/back-office-actions.tsx'
/** The specification's texts, letter for letter, on the screens that say them. */

testActions([
  {
    on: 'newPodcast',
    act: saving('Name', 'Signals'),
    call: 'POST /podcasts',
    failed: 'Podcast create failed',
    done: 'Podcast created',
    leadsTo: 'podcast',
  },
  {
    on: 'podcast',
    act: saving('Name', 'Signals'),
    call: 'PUT /podcasts/2',
    failed: 'Podcast update failed',
    done: 'Podcast updated',
  },
  {
    on: 'podcast',
    act: choosing('Delete', 'Delete Podcast', 'Are you sure Signals?'),
    call: 'DELETE /podcasts/2',
    failed: 'Podcast delete failed',
    done: 'Podcast deleted',
    leadsTo: 'index',
  },
  {
    on: 'podcast',
    act: picking('Add Voicer', /^Gull/),
    call: 'POST /podcasts/2/voicers/5',
    failed: 'Add Voicer failed',
  },
  {
    on: 'podcast',
    act: confirming('Remove Inés', 'Remove Podcast Voicer', 'Are you sure Inés?'),
    call: 'DELETE /podcasts/2/voicers/3',
    failed: 'Remove Voicer failed',
  },
  {
    on: 'podcast',
    act: confirming('Delete Fog', 'Delete Podcast Episode', 'Are you sure Fog?'),
    call: 'DELETE /podcasts/2/episodes/4',
    failed: 'Delete Episode failed',
    done: 'Podcast Episode deleted',
  },
  {
    on: 'newEpisode',
    act: saving('Name', 'Fog'),
    call: 'POST /podcasts/2/episodes',
    failed: 'Podcast Episode create failed',
    done: 'Podcast Episode created',
    leadsTo: 'episode',
  },
  {
    on: 'episode',
    act: saving('Name', 'Fog'),
    call: 'PUT /podcasts/2/episodes/4',
    failed: 'Podcast Episode update failed',
    done: 'Podcast Episode updated',
  },
  {
    on: 'episode',
    act: choosing('Delete', 'Delete Podcast Episode', 'Are you sure Fog?'),
    call: 'DELETE /podcasts/2/episodes/4',
    failed: 'Podcast Episode delete failed',
    done: 'Podcast Episode deleted',
    leadsTo: 'index',
  },
  {
    on: 'episode',
    act: picking('Add Voicer', /^Gull/),
    call: 'POST /podcasts/2/episodes/4/voicers/5',
    failed: 'Add Episode Voicer failed',
  },
  {
    on: 'episode',
    act: confirming('Remove Inés', 'Remove Podcast Episode Voicer', 'Are you sure Inés?'),
    call: 'DELETE /podcasts/2/episodes/4/voicers/3',
    failed: 'Remove Episode Voicer failed',
  },
])
