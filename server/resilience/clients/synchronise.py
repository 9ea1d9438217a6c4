"""A synchronisation by mygpoclient: server, user, password and a feed and an episode of it are the arguments, JSON the output."""
import json
import sys

from mygpoclient import api, http

root, user, password, feed, episode = sys.argv[1:]
foreign = "https://elsewhere.example.org/feed.xml"

try:
    api.MygPodderClient(user, "wrong", root).get_devices()
    refused = False
except http.Unauthorized:
    refused = True

client = api.MygPodderClient(user, password, root)
client.update_device_settings("phone", caption="Phone", type="mobile")
before = client.get_subscriptions("phone")
updated = client.update_subscriptions("phone", [feed, foreign], [])
pulled = client.pull_subscriptions("phone", 0)
client.update_subscriptions("phone", [], [foreign])
told = client.download_episode_actions(0)
play = api.EpisodeAction(
    feed, episode, "play", device="phone", timestamp="2026-01-01T00:00:00", started=0, position=1200, total=3725
)
since = client.upload_episode_actions([play])
print(
    json.dumps(
        {
            "refused": refused,
            "devices": [[one.device_id, one.caption, one.type] for one in client.get_devices()],
            "before": before,
            "updatedUrls": updated.update_urls,
            "pulled": sorted(pulled.add),
            "left": client.get_subscriptions("phone"),
            "told": [one.to_dictionary() for one in told.actions],
            "since": since,
        }
    )
)
