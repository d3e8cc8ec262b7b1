"""The default kernel: where each letter stands, how it looks, and what that is evidence of.

Two impressions of one setting of type have their letters in the same places, up
to shift, shrinking paper and the curl of the page; another setting does not.
"""
