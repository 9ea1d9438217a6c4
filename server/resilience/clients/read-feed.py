"""What feedparser and podcastparser read of a feed: its address is the argument, JSON the output."""
import json
import sys
import urllib.request

import feedparser
import podcastparser

url = sys.argv[1]
with urllib.request.urlopen(url) as answer:
    document = answer.read()
read = feedparser.parse(document)
with urllib.request.urlopen(url) as answer:
    podcast = podcastparser.parse(url, answer)
print(
    json.dumps(
        {
            "feedparser": {"bozo": bool(read.bozo), "feed": read.feed, "entries": read.entries},
            "podcastparser": podcast,
        },
        default=str,
    )
)
